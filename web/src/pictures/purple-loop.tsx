import { Picture } from './picture'

export const PurpleLoop = () => (
  <Picture
    label="The purple team loop: plan and scope, attack, analyse, engineer detections, validate and measure, then plan again."
    height={380}
  >
    <path className="g" d="M240 30v320M60 190h360" />
    <path className="r" d="M240 60A130 130 0 0 1 364 150 130 130 0 0 1 316 295" />
    <path className="i" d="M316 295A130 130 0 0 1 164 295 130 130 0 0 1 116 150 130 130 0 0 1 240 60" />
    <path className="i" d="M188 66l14 10-4-17" />
    <g className="nodes">
      <circle className="p k" cx="240" cy="60" r="18" />
      <circle className="rf" cx="364" cy="150" r="18" />
      <circle className="p k" cx="316" cy="295" r="18" />
      <circle className="if" cx="164" cy="295" r="18" />
      <circle className="if" cx="116" cy="150" r="18" />
    </g>
    <g textAnchor="middle" className="numbers">
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
    <text x="268" y="50">
      Plan and scope
    </text>
    <text className="rt" x="394" y="155">
      Attack
    </text>
    <text x="344" y="318">
      Analyse
    </text>
    <text className="it" x="62" y="334">
      Engineer detections
    </text>
    <text className="it" x="30" y="155">
      Validate
    </text>
  </Picture>
)
