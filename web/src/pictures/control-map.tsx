import { controlMapPicture as t } from '#texts/pictures/control-map'
import { Picture } from './picture'

export const ControlMap = () => (
  <Picture label={t.label}>
    <path
      className="g"
      d="M150 40 330 60M150 40l180 120M150 120l180-60M150 120l180 140M150 200l180-40M150 200l180 60M150 280l180-20M150 280 330 60"
    />
    <path
      className="i"
      d="M150 40l180 70M150 120l180-10M150 200l180-90M150 280 330 110M150 40l180 170M150 120l180 90M150 200l180 10M150 280l180-70"
    />
    <g className="nodes">
      <path className="kf" d="M326 52h16v16h-16zM326 152h16v16h-16zM326 252h16v16h-16z" />
      <path className="if" d="M324 100h20v20h-20zM324 200h20v20h-20z" />
      <circle className="p k" cx="146" cy="40" r="7" />
      <circle className="p k" cx="146" cy="120" r="7" />
      <circle className="p k" cx="146" cy="200" r="7" />
      <circle className="p k" cx="146" cy="280" r="7" />
    </g>
    <text className="t" x="20" y="45">
      FINMA
    </text>
    <text className="t" x="20" y="125">
      NIST CSF
    </text>
    <text className="t" x="20" y="205">
      {t.gdpr}
    </text>
    <text className="t" x="20" y="285">
      ISO 27001
    </text>
    <text x="354" y="65">
      {t.policies}
    </text>
    <text className="it" x="354" y="115">
      {t.access}
    </text>
    <text x="354" y="165">
      {t.risk}
    </text>
    <text className="it" x="354" y="215">
      {t.monitoring}
    </text>
    <text x="354" y="265">
      {t.suppliers}
    </text>
  </Picture>
)
