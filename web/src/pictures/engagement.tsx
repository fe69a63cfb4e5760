import { engagementPicture as t } from '#texts/pictures/engagement'
import { Picture } from './picture'

export const OneConsultant = () => (
  <Picture label={t.one} height={120}>
    <path className="g" d="M0 60h480" />
    <circle className="if" cx="24" cy="60" r="14" />
  </Picture>
)

export const FullTeam = () => (
  <Picture label={t.team} height={120}>
    <path className="g" d="M0 60h480" />
    <circle className="if" cx="24" cy="60" r="14" />
    <circle className="if" cx="84" cy="60" r="14" />
    <circle className="if" cx="144" cy="60" r="14" />
    <circle className="lf" cx="204" cy="60" r="14" />
    <circle className="lf" cx="264" cy="60" r="14" />
    <circle className="lf" cx="324" cy="60" r="14" />
    <path className="i d" d="M354 60h100m-10-8 10 8-10 8" />
  </Picture>
)
