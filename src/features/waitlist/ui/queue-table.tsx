import { useState } from 'react'
import type { Call } from '#shared/client.ts'
import { ConfirmDelete } from '#ui/confirm-delete.tsx'
import { Notice } from '#ui/notice.tsx'
import type { WaitlistEntry } from '../contract/entries.ts'
import { removeEntries } from '../contract/queue.ts'
import { LineRow } from './queue-row.tsx'
import { type LineHost, useLine } from './use-queue.ts'

interface LineTableProps extends LineHost {
  eventId: number
  /** The entries in the order of the waitlist. */
  entries: WaitlistEntry[]
  /** How many wait in all. */
  waiting: number
  /** Spots can still be offered. */
  open: boolean
  freeSpots: number
  /** The id of the heading above. */
  labelledBy: string
  call: Call
}

/** A page of the waitlist of an event, with what an admin does about it. */
export function LineTable(props: LineTableProps) {
  const { eventId, entries, waiting, open, freeSpots, labelledBy, call, ...host } = props
  const line = useLine(host)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  // An entry that is gone meanwhile is ticked no more.
  const chosen = entries.filter(({ id }) => ticked.has(id))
  const tick = (ids: number[], on: boolean) => {
    const next = new Set(ticked)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setTicked(next)
  }
  const remove = () => {
    const body = {
      eventId,
      entries: chosen.map(({ id, state }) => ({ id, state })),
    }
    return line.act(() => call(removeEntries, { body }), `${entryWords(chosen.length)} removed`)
  }
  return (
    <>
      {line.refused && <Notice tone="bad" title={line.refused} />}
      {open && entries.length > 1 && (
        <div className="line-chosen">
          <label>
            <input
              type="checkbox"
              checked={chosen.length === entries.length}
              onChange={({ target }) =>
                tick(
                  entries.map(({ id }) => id),
                  target.checked,
                )
              }
            />{' '}
            All on this page
          </label>
          {chosen.length > 0 && (
            <>
              <output>{chosen.length} chosen</output>
              <ConfirmDelete what={`${entryWords(chosen.length)} from the waitlist`} onDelete={remove}>
                <p>
                  {entryWords(chosen.length)} and all that is known of these people. Spots that are offered to
                  them go to the next in line.
                </p>
              </ConfirmDelete>
            </>
          )}
        </div>
      )}
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
              isLast={entry.position === waiting}
              canOffer={freeSpots > 0}
              open={open}
              ticked={ticked.has(entry.id)}
              onTick={(on) => tick([entry.id], on)}
              line={line}
              call={call}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

const entryWords = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
