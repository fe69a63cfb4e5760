import { pipelinePicture as t } from '#texts/pictures/pipeline'
import { Picture } from './picture'

export const Pipeline = () => (
  <Picture label={t.label}>
    <path className="g" d="M20 60h440M20 120h440M20 180h440M20 240h440M20 300h440" />
    <path className="k" d="M40 180h400" />
    <path className="r" d="M40 240C100 240 110 186 187 186" />
    <path className="i" d="M93 120v120M193 120v120M293 120v120M393 120v120" />
    <g className="nodes">
      <circle className="kf" cx="44" cy="180" r="9" />
      <circle className="kf" cx="143" cy="180" r="9" />
      <circle className="p k" cx="243" cy="180" r="9" />
      <circle className="p k" cx="343" cy="180" r="9" />
      <circle className="p k" cx="436" cy="180" r="9" />
      <circle className="rf" cx="186" cy="186" r="7" />
    </g>
    <text className="it" x="76" y="106">
      SAST
    </text>
    <text className="it" x="180" y="106">
      SCA
    </text>
    <text className="it" x="276" y="106">
      DAST
    </text>
    <text className="it" x="378" y="106">
      IAST
    </text>
    <text x="22" y="276">
      {t.commit}
    </text>
    <text x="128" y="276">
      {t.build}
    </text>
    <text x="230" y="276">
      {t.test}
    </text>
    <text x="322" y="276">
      {t.release}
    </text>
    <text x="422" y="276">
      {t.run}
    </text>
    <text className="rt" x="50" y="257">
      {t.defect}
    </text>
  </Picture>
)
