import { Picture } from './picture'

export const ReportingCurve = () => (
  <Picture label="Over six campaigns the share of people who click falls, and the share who report rises above it.">
    <path className="g" d="M40 40h420M40 106h420M40 172h420M40 238h420" />
    <path className="k" d="M40 304h420M40 40v264" />
    <path className="r" d="M60 96C150 130 190 220 260 244S400 274 450 278" />
    <path className="i" d="M60 282C160 268 200 170 270 124S400 72 450 66" />
    <g className="nodes">
      <path className="d" d="M192 40v264" />
      <circle className="p k" cx="192" cy="198" r="7" />
    </g>
    <text className="rt" x="70" y="84">
      Click
    </text>
    <text className="it" x="396" y="54">
      Report
    </text>
    <text x="56" y="326">
      1
    </text>
    <text x="134" y="326">
      2
    </text>
    <text x="212" y="326">
      3
    </text>
    <text x="290" y="326">
      4
    </text>
    <text x="368" y="326">
      5
    </text>
    <text x="444" y="326">
      6
    </text>
    <text x="208" y="202">
      Reporting overtakes
    </text>
  </Picture>
)
