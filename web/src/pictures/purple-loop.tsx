import { purpleLoopPicture as t } from '#texts/pictures/purple-loop'
import { Picture } from './picture'

export const PurpleLoop = () => (
  <Picture label={t.label} height={380}>
    <path className="r" d="M240 60A130 130 0 0 1 364 150 130 130 0 0 1 316 295" />
    <path className="i" d="M316 295A130 130 0 0 1 164 295 130 130 0 0 1 116 150 130 130 0 0 1 240 60" />
    <path className="rf" d="M325 91 315 74 305 87zM360 241 374 225 359 220z" />
    <path className="if" d="M229 320 248 328 248 312zM113 220 111 240 126 235zM172 78 152 83 162 96z" />
    <g className="nodes">
      <circle className="p k" cx="240" cy="60" r="18" />
      <circle className="rf" cx="364" cy="150" r="18" />
      <circle className="p k" cx="316" cy="295" r="18" />
      <circle className="if" cx="164" cy="295" r="18" />
      <circle className="if" cx="116" cy="150" r="18" />
    </g>
    <g textAnchor="middle">
      <text className="t" x="240" y="65">
        1
      </text>
      <text className="n" x="364" y="155">
        2
      </text>
      <text className="t" x="316" y="300">
        3
      </text>
      <text className="n" x="164" y="300">
        4
      </text>
      <text className="n" x="116" y="155">
        5
      </text>
    </g>
    <text className="t" x="240" y="188" textAnchor="middle">
      {t.oneCycle}
    </text>
    <text x="240" y="210" textAnchor="middle">
      {t.n2To3Weeks}
    </text>
    <text x="268" y="50">
      {t.planAndScope}
    </text>
    <text className="rt" x="394" y="155">
      {t.attack}
    </text>
    <text x="344" y="318">
      {t.analyse}
    </text>
    <text className="it" x="40" y="346">
      {t.engineerDetections}
    </text>
    <text className="it" x="95" y="155" textAnchor="end">
      {t.validate}
    </text>
  </Picture>
)
