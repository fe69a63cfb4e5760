import { Picture } from './picture'

export const EndpointGrid = () => (
  <Picture label="Endpoint coverage: most endpoints are covered, the last two rows are waiting for rollout, and one compromised endpoint has been isolated.">
    <path className="cells lf" d="M32 44h416M32 88h416M32 132h416M32 176h416M32 220h416" />
    <path className="cells cells-off" d="M32 264h416M32 308h416" />
    <path className="p" d="M186 110h44v44h-44z" />
    <path className="rf" d="M196 120h24v24h-24z" />
    <path className="i" d="M182 106h52v52h-52z" />
    <path d="M234 132h100V14" className="i d" />
    <text className="it" x="342" y="22">
      Isolated
    </text>
    <text x="32" y="24">
      Covered and tuned
    </text>
    <text x="32" y="338">
      Next wave
    </text>
  </Picture>
)
