import { phaseBarsPicture as t } from '#texts/pictures/phase-bars'
import { Picture } from './picture'

/** 18 units a week. Solid up to the shortest duration, tinted up to the longest. */
export const PhaseBars = () => (
  <Picture label={t.label} height={190}>
    <path className="g" d="M24 24v130M96 24v130M168 24v130M240 24v130M312 24v130M384 24v130M456 24v130" />
    <path className="lf" d="M96 30h36v20H96zM276 62h72v20h-72zM420 94h36v20h-36z" />
    <path className="if" d="M24 30h72v20H24zM132 62h144v20H132zM348 94h72v20h-72z" />
    <path className="k" d="M456 136h18m-6-6 6 6-6 6" />
    <path className="k d" d="M420 136h36" />
    <text x="20" y="174">
      0
    </text>
    <text x="90" y="174">
      4
    </text>
    <text x="162" y="174">
      8
    </text>
    <text x="232" y="174">
      12
    </text>
    <text x="304" y="174">
      16
    </text>
    <text x="478" y="174" textAnchor="end">
      {t.n24Weeks}
    </text>
    <text x="140" y="45">
      {t.n1Assess}
    </text>
    <text x="356" y="77">
      {t.n2Implement}
    </text>
    <text x="254" y="109">
      {t.n3Operate}
    </text>
    <text x="322" y="141">
      {t.n4Govern}
    </text>
  </Picture>
)
