import { endpointGridPicture as t } from '#texts/pictures/endpoint-grid'
import { Picture } from './picture'

export const EndpointGrid = () => (
  <Picture label={t.label}>
    <path className="cells lf" d="M32 44h416M32 88h416M32 132h416M32 176h416M32 220h416" />
    <path className="cells cells-off" d="M32 264h416M32 308h416" />
    <path className="p" d="M186 110h44v44h-44z" />
    <path className="rf" d="M196 120h24v24h-24z" />
    <path className="i" d="M182 106h52v52h-52z" />
    <path d="M234 132h100V14" className="i d" />
    <text className="it" x="342" y="22">
      {t.isolated}
    </text>
    <text x="32" y="24">
      {t.coveredAndTuned}
    </text>
    <text x="32" y="338">
      {t.nextWave}
    </text>
  </Picture>
)
