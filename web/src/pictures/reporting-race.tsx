import { reportingRacePicture as t } from '#texts/pictures/reporting-race'
import { Picture } from './picture'

/**
 * Median time to click and to enter data after a phishing mail is opened: Verizon, Data Breach Investigations Report 2024.
 * Share of reports that have arrived after 5, 15 and 30 minutes (10, 20, and 30 to 40 %): Lain, Kostiainen and Čapkun,
 * Phishing in Organizations, arXiv:2112.07498, 14,733 employees. 13 units a minute, 5.5 a percent.
 */
export const ReportingRace = () => (
  <Picture label={t.label} height={360}>
    <path className="g" d="M50 215h400M50 160h400M50 105h400M50 50h400" />
    <path className="lf" d="M50 270 115 215 245 160 440 50v55L245 160 115 215z" />
    <path className="i" d="M50 270 115 215 245 160" />
    <path className="i d" d="M245 160 440 50M245 160l195-55" />
    <path className="k" d="M50 40v230h400" />
    <path className="r" d="M54.600 270V60M60.600 270V96" />
    <circle className="rf" cx="54.600" cy="60" r="6" />
    <circle className="rf" cx="60.600" cy="96" r="6" />
    <circle className="if" cx="115" cy="215" r="6" />
    <circle className="if" cx="245" cy="160" r="6" />
    <text className="rt" x="70" y="65">
      {t.click21Seconds}
    </text>
    <text className="rt" x="76" y="101">
      {t.password49Seconds}
    </text>
    <text className="it" x="126" y="234">
      {t.n10After5Minutes}
    </text>
    <g textAnchor="end">
      <text x="42" y="275">
        0
      </text>
      <text x="42" y="220">
        10
      </text>
      <text x="42" y="165">
        20
      </text>
      <text x="42" y="110">
        30
      </text>
      <text x="42" y="55">
        40
      </text>
    </g>
    <text x="8" y="28">
      {t.ofAllReports}
    </text>
    <g textAnchor="middle">
      <text x="50" y="292">
        0
      </text>
      <text x="115" y="292">
        5
      </text>
      <text x="245" y="292">
        15
      </text>
    </g>
    <text x="450" y="292" textAnchor="end">
      {t.n30Minutes}
    </text>
    <text x="8" y="322">
      {t.sourcesVerizonDbir2024Medians}
    </text>
    <text x="8" y="344">
      {t.lainEtAlEthZurich}
    </text>
  </Picture>
)
