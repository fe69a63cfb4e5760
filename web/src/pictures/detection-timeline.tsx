import { detectionTimelinePicture as t } from '#texts/pictures/detection-timeline'
import { Picture } from './picture'

export const DetectionTimeline = () => (
  <Picture label={t.label}>
    <path className="g" d="M30 60h430M30 120h430M30 180h430" />
    <path className="k" d="M30 250h430" />
    <path d="M30 244v12M84 244v12M138 244v12M192 244v12M246 244v12M300 244v12M354 244v12M408 244v12M460 244v12" />
    <path className="r" d="M60 220v30M138 180v70M216 130v120M216 130h84" />
    <path className="d" d="M300 130h160" />
    <path className="i" d="M300 40v210M400 40v210" />
    <path className="lf" d="M300 40h100v20H300z" />
    <path className="k" d="M60 284v10h240v-10" />
    <g className="nodes">
      <circle className="rf" cx="60" cy="214" r="6" />
      <circle className="rf" cx="138" cy="174" r="6" />
      <circle className="rf" cx="216" cy="130" r="6" />
    </g>
    <text x="42" y="198">
      {t.firstTrace}
    </text>
    <text x="112" y="158">
      {t.execution}
    </text>
    <text x="150" y="114">
      {t.lateralMovement}
    </text>
    <text className="it" x="292" y="30">
      {t.detected}
    </text>
    <text className="it" x="388" y="30">
      {t.contained}
    </text>
    <text className="t" x="118" y="320">
      {t.theTimeWeShorten}
    </text>
  </Picture>
)
