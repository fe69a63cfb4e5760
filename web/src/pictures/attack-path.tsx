import { attackPathPicture as t } from '#texts/pictures/attack-path'
import { Picture } from './picture'

export const AttackPath = () => (
  <Picture label={t.label}>
    <path className="g" d="M40 290 130 120 250 60M130 120 220 200M150 250 300 300 400 200M250 60 350 110" />
    <path className="g" d="M24 330h440M24 20v310" />
    <path className="r" d="M40 290 150 250 220 200 285 155" />
    <path className="d" d="M285 155 350 110 440 50" />
    <path className="i" d="M262 128 308 182" />
    <g className="nodes">
      <circle className="p" cx="130" cy="120" r="7" />
      <circle className="p" cx="250" cy="60" r="7" />
      <circle className="p" cx="300" cy="300" r="7" />
      <circle className="p" cx="400" cy="200" r="7" />
      <circle className="p k" cx="350" cy="110" r="8" />
      <path className="p k" d="M430 40h20v20h-20z" />
      <circle className="rf" cx="40" cy="290" r="7" />
      <circle className="rf" cx="150" cy="250" r="7" />
      <circle className="rf" cx="220" cy="200" r="7" />
    </g>
    <text x="52" y="310">
      {t.phishing}
    </text>
    <text x="160" y="272">
      {t.workstation}
    </text>
    <text x="152" y="186">
      {t.identity}
    </text>
    <text x="364" y="128">
      {t.server}
    </text>
    <text className="t" x="408" y="28">
      {t.data}
    </text>
    <text className="it" x="316" y="186">
      {t.detected}
    </text>
  </Picture>
)
