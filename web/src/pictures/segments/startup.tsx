import { startupPicture as t } from '#texts/pictures/segments/startup'
import { Picture } from '../picture'

export const StartupPicture = () => (
  <Picture label={t.label}>
    <path className="lf" d="M20 280v-44h104v-44h104v-44h104v-44h128v176z" />
    <path className="i" d="M20 236h104v-44h104v-44h104v-44h128" />
    <path className="d" d="M144 60v220M248 60v220M352 60v220" />
    <path className="k" d="M20 280h438m-8-6 8 6-8 6" />
    <g className="p">
      <circle className="p k" cx="144" cy="192" r="7" />
      <circle className="p k" cx="248" cy="148" r="7" />
      <circle className="p k" cx="352" cy="104" r="7" />
      <circle className="if" cx="440" cy="104" r="7" />
    </g>
    <text className="it" x="30" y="262">
      {t.signIn}
    </text>
    <text className="it" x="152" y="218">
      {t.pipeline}
    </text>
    <text className="it" x="256" y="174">
      {t.trustPack}
    </text>
    <text className="it" x="362" y="130">
      ISO 27001
    </text>
    <g textAnchor="middle">
      <text x="136" y="48">
        {t.questionnaire}
      </text>
      <text x="252" y="48">
        {t.investor}
      </text>
      <text x="352" y="48">
        {t.audit}
      </text>
      <text className="t" x="430" y="48">
        {t.tender}
      </text>
    </g>
    <text x="20" y="308">
      {t.prototype}
    </text>
    <text x="458" y="308" textAnchor="end">
      {t.enterpriseClients}
    </text>
  </Picture>
)
