import { partnerPicture as t } from '#texts/pictures/segments/partner'
import { Picture } from '../picture'

export const PartnerPicture = () => (
  <Picture label={t.label} height={330}>
    <path className="p k" d="M20 40h104v44H20zM356 40h104v44H356z" />
    <path className="if" d="M188 40h104v44H188z" />
    <path className="k" d="M124 62h56m-7-6 7 6-7 6" />
    <path className="i" d="M292 62h56m-7-6 7 6-7 6" />
    <path className="i d" d="M408 84c0 60-336 60-336 4" />
    <path className="i" d="M66 96l6-9 6 9" />
    <path className="lf" d="M20 250v-24h220v24zM240 250v-44h122v44zM362 250v-64h98v64z" />
    <path className="i" d="M20 226h220v-20h122v-20h98" />
    <path className="k" d="M20 250h440M20 244v12M240 244v12M362 244v12" />
    <path className="k" d="M460 170v86" />
    <g textAnchor="middle">
      <text className="t" x="72" y="67">
        {t.vendor}
      </text>
      <text className="n" x="240" y="67">
        {t.ourTeam}
      </text>
      <text className="t" x="408" y="67">
        {t.client}
      </text>
      <text className="it" x="240" y="152">
        {t.fieldFeedback}
      </text>
      <text x="240" y="276">
        45
      </text>
      <text x="362" y="276">
        70
      </text>
    </g>
    <text x="20" y="276">
      {t.day0}
    </text>
    <text x="460" y="276" textAnchor="end">
      90
    </text>
    <text className="it" x="30" y="216">
      {t.rollout}
    </text>
    <text className="it" x="250" y="196">
      {t.prevention}
    </text>
    <text className="it" x="372" y="218">
      {t.dailyUse}
    </text>
    <text className="t" x="460" y="162" textAnchor="end">
      {t.renewal}
    </text>
    <text x="20" y="310">
      {t.aPlanAgreedWithThe}
    </text>
  </Picture>
)
