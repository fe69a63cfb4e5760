import { retryTimelinePicture as t } from '#texts/pictures/retry-timeline'
import { Picture } from './picture'

export const RetryTimeline = () => (
  <Picture height={300} label={t.label}>
    <path className="g" d="M96 70h250v150H96z" />
    <path className="k" d="M30 220h420" />
    <path className="i" d="M120 120v100M150 120v100M200 120v100M270 120v100M340 120v100" />
    <path className="r" d="M410 120v100" />
    <g className="nodes">
      <circle className="kf" cx="60" cy="220" r="8" />
      <circle className="p k" cx="120" cy="120" r="6" />
      <circle className="p k" cx="150" cy="120" r="6" />
      <circle className="p k" cx="200" cy="120" r="6" />
      <circle className="p k" cx="270" cy="120" r="6" />
      <circle className="p k" cx="340" cy="120" r="6" />
      <circle className="rf" cx="410" cy="120" r="8" />
    </g>
    <text x="34" y="268">
      {t.stored}
    </text>
    <text x="150" y="60">
      {t.mailServerDown}
    </text>
    <text className="it" x="104" y="248">
      {t.n15S}
    </text>
    <text className="it" x="140" y="268">
      {t.n1Min}
    </text>
    <text className="it" x="182" y="248">
      {t.n5Min}
    </text>
    <text className="it" x="248" y="248">
      {t.n15Min}
    </text>
    <text className="it" x="318" y="248">
      {t.n15Min}
    </text>
    <text className="rt" x="476" y="100" textAnchor="end">
      {t.sentOnce}
    </text>
  </Picture>
)
