import type { ReactNode } from 'react'

/** A drawing with a text alternative. */
export function Picture({
  label,
  height = 340,
  children,
}: {
  label: string
  height?: number
  children: ReactNode
}) {
  return (
    <svg viewBox={`0 0 480 ${height}`} className="pic" role="img" aria-label={label}>
      {children}
    </svg>
  )
}
