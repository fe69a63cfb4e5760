import { enterprisePicture as t } from '#texts/pictures/segments/enterprise'
import { Picture } from '../picture'

export const EnterprisePicture = () => (
  <Picture label={t.label} height={320}>
    <path className="lf" d="M226 36h150v226H226z" />
    <path className="k" d="M20 60h440M98 116h362M198 172h262M20 240h440" />
    <path d="M98 116C70 116 84 60 56 60M198 172c-40 0-20-112-62-112" />
    <path className="i" d="M226 36v226M376 36v226" />
    <path className="i" d="M262 60v180M302 60v180" />
    <g className="nodes">
      <circle className="if" cx="262" cy="60" r="7" />
      <circle className="if" cx="262" cy="116" r="7" />
      <circle className="if" cx="262" cy="172" r="7" />
      <circle className="if" cx="262" cy="240" r="7" />
      <path className="if" d="M295 53h14v14h-14zM295 109h14v14h-14zM295 165h14v14h-14zM295 233h14v14h-14z" />
      <path className="kf" d="M413 53h14v14h-14zM413 109h14v14h-14zM413 165h14v14h-14zM413 233h14v14h-14z" />
    </g>
    <text className="t" x="20" y="48">
      {t.group}
    </text>
    <text x="14" y="140">
      {t.firstMerger}
    </text>
    <text x="96" y="196">
      {t.secondMerger}
    </text>
    <text x="20" y="262">
      {t.plantNetwork}
    </text>
    <text className="it" x="226" y="26">
      {t.program}
    </text>
    <text className="t" x="386" y="26">
      {t.handover}
    </text>
    <text className="it" x="226" y="292">
      {t.oneRuleBase}
    </text>
    <text x="476" y="312" textAnchor="end">
      {t.runByYou}
    </text>
  </Picture>
)
