import { proofOfWorkPicture as t } from '#texts/pictures/proof-of-work'
import { Picture } from './picture'

export const ProofOfWork = () => (
  <Picture height={300} label={t.label}>
    <path className="g" d="M90 50v230M390 50v230" />
    <path className="k" d="M96 80h282M384 124H102M96 226h282" />
    <path className="kf" d="M378 75l10 5-10 5zM102 119l-10 5 10 5zM378 221l10 5-10 5z" />
    <path className="r" d="M90 140v70" />
    <g className="nodes">
      <circle className="rf" cx="390" cy="258" r="7" />
      <circle className="p k" cx="90" cy="50" r="9" />
      <circle className="p k" cx="390" cy="50" r="9" />
    </g>
    <text x="60" y="30">
      {t.browser}
    </text>
    <text x="366" y="30">
      {t.server}
    </text>
    <text className="it" x="160" y="72">
      {t.asksForAChallenge}
    </text>
    <text className="it" x="160" y="116">
      {t.saltCostSignature}
    </text>
    <text className="rt" x="104" y="180">
      {t.worksWhileYouType}
    </text>
    <text className="it" x="160" y="218">
      {t.inquiryAndSolution}
    </text>
    <text className="rt" x="240" y="263">
      {t.oneHmacOnce}
    </text>
  </Picture>
)
