import { smePicture as t } from '#texts/pictures/segments/sme'
import { Picture } from '../picture'

const quarters = [0, 1, 2, 3]

/** Each row is built in one quarter, and run by the client's own team from the next. */
export const SmePicture = () => (
  <Picture label={t.label} height={320}>
    {quarters.map((quarter) => (
      <text key={quarter} x={146 + quarter * 84} y="34" textAnchor="middle">
        {`Q${quarter + 1}`}
      </text>
    ))}
    {t.rows.map((row, index) => (
      <g key={row}>
        <text className="t" x="20" y={74 + index * 52}>
          {row}
        </text>
        <path className="g" d={`M110 ${69 + index * 52}h${index * 84}`} />
        <path className="if" d={`M${112 + index * 84} ${50 + index * 52}h80v38h-80z`} />
        <path className="kf" d={`M${196 + index * 84} ${63 + index * 52}H456v12H${196 + index * 84}z`} />
      </g>
    ))}
    <path className="if" d="M20 282h16v16H20z" />
    <text className="it" x="44" y="296">
      {t.weBuildItWithYou}
    </text>
    <path className="kf" d="M240 286h16v8h-16z" />
    <text className="t" x="264" y="296">
      {t.yourTeamRunsIt}
    </text>
  </Picture>
)
