import type { ExperienceIcon as Name } from '../../content/types'

/** Drawn like the pictures, 24 units square. */
const shapes: Record<Name, string> = {
  detection: 'M2 18h5l3-12 4 15 3-9h5',
  cloud: 'M3 19V9h18v10zM7 9V5h10v4M3 14h18',
  pipeline: 'M2 12h20M7 7v10M12 7v10M17 7v10',
  intelligence: 'M3 5h18M6 10h12M9 15h6M12 15v6',
  governance: 'M4 3h16v18H4zM8 8h8M8 12h8M8 16h4',
  industry: 'M3 21V9l6 4V9l6 4V9l6 4v8zM3 17h18',
}

export const ExperienceIcon = ({ name }: { name: Name }) => (
  <svg
    viewBox="0 0 24 24"
    width="28"
    height="28"
    aria-hidden="true"
    fill="none"
    className="stroke-2 stroke-ice"
  >
    <path d={shapes[name]} />
  </svg>
)
