import { Picture } from './picture'

export const DeletionTimeline = () => (
  <Picture
    height={300}
    label="The life of an inquiry: received, last contact; two years later, it is hidden immediately and deleted within a minute, and its bytes are gone within hours. From the expiry on, each step is recorded in the ledger."
  >
    <path className="g" d="M20 230h440" />
    <path className="k" d="M40 120h300" />
    <path className="r" d="M340 120h110" />
    <path className="i" d="M340 130v90M395 130v90M446 130v90" />
    <g className="nodes">
      <circle className="kf" cx="40" cy="120" r="8" />
      <circle className="kf" cx="140" cy="120" r="8" />
      <circle className="rf" cx="340" cy="120" r="8" />
      <circle className="p r" cx="395" cy="120" r="7" />
      <circle className="p r" cx="446" cy="120" r="7" />
      <path className="kf" d="M333 223h14v14h-14zM388 223h14v14h-14zM439 223h14v14h-14z" />
    </g>
    <text x="20" y="96">
      Received
    </text>
    <text x="106" y="150">
      Last contact
    </text>
    <text className="it" x="206" y="112">
      two years
    </text>
    <text className="rt" x="312" y="96">
      Hidden
    </text>
    <text className="rt" x="366" y="70">
      Deleted
    </text>
    <text className="rt" x="408" y="96">
      Bytes
    </text>
    <text x="20" y="262">
      Ledger: numbers, times, hashes
    </text>
  </Picture>
)
