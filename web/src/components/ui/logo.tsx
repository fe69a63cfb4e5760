/** The mark: a ridge line over a wall, in the red square of the country. */
export function Logo() {
  return (
    <span className="flex items-center gap-3 text-ink">
      <svg viewBox="0,0,32,32" width="32" height="32" aria-hidden="true" className="shrink-0">
        <path fill="#c8102e" d="M0,0h32v32H0z" />
        <path fill="none" stroke="#fff" strokeWidth="2.5" d="M4,17l7-9,5,6,4-5,8,8M4,22.5h24M4,27h24" />
      </svg>
    </span>
  )
}
