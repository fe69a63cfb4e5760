import { disciplinesPicture as t } from '#texts/pictures/disciplines'
import { Picture } from './picture'

export const Disciplines = () => (
  <Picture label={t.label} height={320}>
    <path className="g" d="M110 30v230M200 30v230M290 30v230M380 30v230M470 30v230" />
    <path className="d" d="M335 20v250" />
    <path className="lf" d="M20 40h150v24H20zM110 86h130v24H110zM200 132h130v24H200z" />
    <path className="if" d="M290 178h170v24H290z" />
    <path className="lf" d="M110 224h350v24H110z" />
    <path className="k" d="M20 270h446m-8-7 8 7-8 7" />
    <circle className="rf" cx="335" cy="270" r="7" />
    <text className="t" x="30" y="57">
      {t.devsecops}
    </text>
    <text className="t" x="120" y="103">
      {t.cloud}
    </text>
    <text className="t" x="210" y="149">
      {t.awareness}
    </text>
    <text className="n" x="346" y="195">
      {t.detection}
    </text>
    <text className="t" x="120" y="241">
      {t.vulnerabilities}
    </text>
    <text x="20" y="298">
      {t.code}
    </text>
    <text x="120" y="298">
      {t.platform}
    </text>
    <text x="222" y="298">
      {t.people}
    </text>
    <text className="rt" x="306" y="298">
      {t.intrusion}
    </text>
    <text x="396" y="298">
      {t.recovery}
    </text>
  </Picture>
)
