import type { Call } from '../../../shared/client.ts'
import { Notice } from '../../../shared/ui/notice.tsx'
import type { WaitlistEntry } from '../contract.ts'
import { LineRow } from './line-row.tsx'
import { type LineHost, useLine } from './use-line.ts'

interface LineTableProps extends LineHost {
  /** In the order of the line. */
  entries: WaitlistEntry[]
  /** Spots can still be offered. */
  open: boolean
  freeSpots: number
  /** The id of the heading above. */
  labelledBy: string
  call: Call
}

/** The line of an event, with what an admin does about it. */
export function LineTable({ entries, open, freeSpots, labelledBy, call, ...host }: LineTableProps) {
  const line = useLine(host)
  const last = entries.reduce((most, { position }) => Math.max(most, position ?? 0), 0)
  return (
    <>
      {line.refused && <Notice tone="bad" title={line.refused} />}
      <table className="waitlist-table" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">In line</th>
            <th scope="col">Full name</th>
            {open && <th scope="col">Change</th>}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <LineRow
              key={entry.id}
              entry={entry}
              isLast={entry.position === last}
              canOffer={freeSpots > 0}
              open={open}
              line={line}
              call={call}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}
