import { dataLakePicture as t } from '#texts/pictures/data-lake'
import { Picture } from './picture'

export const DataLake = () => (
  <Picture label={t.label}>
    <path
      d="M130 50C175 50 165 150 200 150M130 130c40 0 40 34 70 34M130 210c40 0 40-30 70-30M130 290c45 0 40-96 70-96"
      className="i"
    />
    <path className="lf" d="M200 120h100v104H200z" />
    <path className="k" d="M200 120h100v104H200zM200 154h100M200 190h100" />
    <path className="k" d="M300 172h34" />
    <path className="rf" d="M346 92h114v22H346z" />
    <path className="kf" d="M346 128h88v22h-88z" />
    <path className="lf" d="M346 164h66v22h-66zM346 200h44v22h-44zM346 236h24v22h-24z" />
    <text x="4" y="54">
      {t.intelligence}
    </text>
    <text x="4" y="134">
      {t.vulnerabilities}
    </text>
    <text x="4" y="214">
      {t.assets}
    </text>
    <text x="4" y="294">
      {t.code}
    </text>
    <text className="t" x="200" y="108">
      {t.analytics}
    </text>
    <text className="rt" x="346" y="80">
      {t.first}
    </text>
    <text x="346" y="280">
      {t.rankedRisk}
    </text>
  </Picture>
)
