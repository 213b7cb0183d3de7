import { useState } from 'react'
import type { Call, Failed } from '#shared/client.ts'
import { ConfirmDelete } from '#ui/confirm-dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import type { WaitlistEntry } from '../contract/entries.ts'
import { removeEntries } from '../contract/queue.ts'
import { QueueRow } from './queue-row.tsx'

interface QueueTableProps extends QueueHost {
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
export function QueueTable(props: QueueTableProps) {
  const { eventId, entries, waiting, open, freeSpots, labelledBy, call, ...host } = props
  const actions = useQueueActions(host)
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
    return actions.act(() => call(removeEntries, { body }), `${entryWords(chosen.length)} removed`)
  }
  return (
    <>
      <FailureAlert failed={actions.refused} />
      {open && entries.length > 1 && (
        <div className="queue-chosen">
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
                  {entryWords(chosen.length)} and all their information. Spots offered to them go to the next
                  in line.
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
            <QueueRow
              key={entry.id}
              entry={entry}
              isLast={entry.position === waiting}
              canOffer={freeSpots > 0}
              open={open}
              ticked={ticked.has(entry.id)}
              onTick={(on) => tick([entry.id], on)}
              actions={actions}
              call={call}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

const entryWords = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

export interface QueueHost {
  announce: (words: string) => void
  /** Reads the page's data again. */
  onChanged: () => void
}

/** An admin's calls about a queue: one at a time, each said when it is done, and why not when it is not. */
export function useQueueActions({ announce, onChanged }: QueueHost) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Failed | null>(null)
  const act = async (work: () => Promise<{ ok: true } | Failed>, done: string) => {
    if (busy) return null
    setBusy(true)
    const result = await work()
    setBusy(false)
    const failed = result.ok ? null : result
    setRefused(failed)
    if (result.ok) announce(done)
    // The refusal is about something that the page does not show yet.
    onChanged()
    return failed
  }
  return { busy, refused, act }
}
