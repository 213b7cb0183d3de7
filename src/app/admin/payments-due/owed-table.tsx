import type { ReactNode } from 'react'
import { TableHead } from '#app/ui/data-table.tsx'

interface OwedTableProps {
  caption: string
  heads: [string, string]
  children: ReactNode
}

/** Renders a table of amounts that guests owe, or that the venue owes to guests. */
export function OwedTable({ caption, heads, children }: OwedTableProps) {
  return (
    <table className="owed-table">
      <caption className="visually-hidden">{caption}</caption>
      <TableHead className="visually-hidden" heads={heads} />
      <tbody>{children}</tbody>
    </table>
  )
}
