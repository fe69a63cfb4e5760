import { msspPicture as t } from '#texts/pictures/segments/mssp'
import { Picture } from '../picture'

/** Forty tenants in eight rows of five; the first row receives a rule first. */
export const MsspPicture = () => (
  <Picture label={t.label} height={330}>
    <path
      className="cells lf"
      d="M272 48h190M272 84h190M272 120h190M272 156h190M272 192h190M272 228h190M272 264h190"
    />
    <path className="cells i-cells" d="M272 300h190" />
    <path className="k" d="M44 170h176" />
    <path className="r" d="M132 170v76" />
    <path className="i" d="M220 170 258 300" />
    <path
      className="i d"
      d="M220 170 258 264M220 170l38 58M220 170l38 22M220 170l38-14M220 170l38-50M220 170l38-86M220 170l38-122"
    />
    <circle className="kf" cx="44" cy="170" r="9" />
    <circle className="p k" cx="132" cy="170" r="9" />
    <circle className="if" cx="220" cy="170" r="9" />
    <circle className="rf" cx="132" cy="250" r="7" />
    <text className="t" x="30" y="148">
      {t.rule}
    </text>
    <text className="t" x="116" y="148">
      {t.test}
    </text>
    <text className="it" x="160" y="148">
      {t.deploy}
    </text>
    <text className="rt" x="132" y="284" textAnchor="middle">
      {t.failsNotDeployed}
    </text>
    <text className="it" x="124" y="320">
      {t.fiveOfThemFirst}
    </text>
    <text x="476" y="26" textAnchor="end">
      {t.n40TenantsSameDay}
    </text>
  </Picture>
)
