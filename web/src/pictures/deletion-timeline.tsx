import { deletionTimelinePicture as t } from '#texts/pictures/deletion-timeline'
import { Picture } from './picture'

export const DeletionTimeline = () => (
  <Picture height={300} label={t.label}>
    <path className="g" d="M20 230h440" />
    <path className="k" d="M40 120h300" />
    <path className="r" d="M340 120h110" />
    <path className="i" d="M340 130v90M395 130v90M446 130v90" />
    <g className="nodes">
      <circle className="kf" cx="40" cy="120" r="8" />
      <circle className="kf" cx="140" cy="120" r="8" />
      <circle className="rf" cx="340" cy="120" r="8" />
      <circle className="p r" cx="395" cy="120" r="7" />
      <circle className="p r" cx="446" cy="120" r="7" />
      <path className="kf" d="M333 223h14v14h-14zM388 223h14v14h-14zM439 223h14v14h-14z" />
    </g>
    <text x="20" y="96">
      {t.received}
    </text>
    <text x="106" y="150">
      {t.lastContact}
    </text>
    <text className="it" x="206" y="112">
      {t.twoYears}
    </text>
    <text className="rt" x="312" y="96">
      {t.hidden}
    </text>
    <text className="rt" x="366" y="70">
      {t.deleted}
    </text>
    <text className="rt" x="408" y="96">
      {t.bytes}
    </text>
    <text x="20" y="262">
      {t.ledgerNumbersTimesHashes}
    </text>
  </Picture>
)
