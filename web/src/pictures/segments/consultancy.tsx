import { consultancyPicture as t } from '#texts/pictures/segments/consultancy'
import { Picture } from '../picture'

export const ConsultancyPicture = () => (
  <Picture label={t.label} height={320}>
    <path className="g" d="M110 40v220M200 40v220M290 40v220M380 40v220M460 40v220" />
    <path className="k" d="M20 40h440M20 260h440" />
    <path className="kf" d="M20 60h440v10H20z" />
    <path className="p k" d="M20 92h150v24H20zM140 132h190v24H140zM330 212h130v24H330z" />
    <path className="if" d="M180 172h170v24H180z" />
    <path className="i d" d="M245 172V70M350 172V70" />
    <g className="if">
      <path className="if" d="M245 54l11 11-11 11-11-11zM350 54l11 11-11 11-11-11z" />
    </g>
    <text className="t" x="20" y="28">
      {t.yourProjectYourLead}
    </text>
    <text x="32" y="109">
      {t.process}
    </text>
    <text x="152" y="149">
      {t.platform}
    </text>
    <text className="n" x="192" y="189">
      {t.securitySpecialist}
    </text>
    <text x="342" y="229">
      {t.rollout}
    </text>
    <text className="it" x="180" y="288">
      {t.reportsInYourTemplate}
    </text>
    <path className="if" d="M164 272l11 11-11 11-11-11z" />
  </Picture>
)
