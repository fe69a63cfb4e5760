import { funnelPicture as t } from '#texts/pictures/funnel'
import { Picture } from './picture'

export const Funnel = () => (
  <Picture label={t.label}>
    <path className="g" d="M20 20v300M130 20v300M240 20v300M350 20v300M460 20v300" />
    <path className="lf" d="M20 36h440v36H20zM20 96h300v36H20zM20 156h180v36H20zM20 216h96v36H20z" />
    <path className="rf" d="M20 276h40v36H20z" />
    <path className="d" d="M460 72 320 96M320 132 200 156M200 192l-84 24M116 252l-56 24" />
    <text x="32" y="59">
      {t.allFindings}
    </text>
    <text x="32" y="119">
      {t.reachable}
    </text>
    <text x="32" y="179">
      {t.exploitable}
    </text>
    <text x="128" y="239">
      {t.onACriticalAsset}
    </text>
    <text className="rt" x="72" y="299">
      {t.fixThisWeek}
    </text>
  </Picture>
)
