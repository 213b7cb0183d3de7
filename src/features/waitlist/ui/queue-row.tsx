import type { Call } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDelete } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { WaitlistEntry } from '../contract/entries.ts'
import { moveEntry, offerToEntry, putBackEntry, removeEntry, skipEntry } from '../contract/queue.ts'
import { sinceWords, stateWords } from './queue-labels.ts'
import type { useQueueActions } from './queue-table.tsx'

interface QueueRowProps {
  entry: WaitlistEntry
  isLast: boolean
  /** There is a free spot. */
  canOffer: boolean
  open: boolean
  /** Chosen to be removed with others. */
  ticked: boolean
  onTick: (on: boolean) => void
  actions: ReturnType<typeof useQueueActions>
  call: Call
}

export function QueueRow({ entry, open, ticked, onTick, ...rest }: QueueRowProps) {
  const { customerName, email, createdAt } = entry
  const at = email.lastIndexOf('@')
  return (
    <tr className={entry.state === 'unconfirmed' ? 'queue-unconfirmed' : undefined}>
      <td>{stateWords(entry)}</td>
      <th scope="row">
        {customerName}{' '}
        <a className="queue-email" href={`mailto:${email}`}>
          {email.slice(0, at)}
          <wbr />
          {email.slice(at)}
        </a>
        <span className="queue-since">since {sinceWords(createdAt)}</span>
      </th>
      {open && (
        <td>
          <div className="queue-buttons">
            <input
              type="checkbox"
              className="queue-tick"
              aria-label={`Choose ${customerName}`}
              checked={ticked}
              onChange={({ target }) => onTick(target.checked)}
            />
            <LineButtons entry={entry} {...rest} />
          </div>
        </td>
      )}
    </tr>
  )
}

function LineButtons({
  entry,
  isLast,
  canOffer,
  actions,
  call,
}: Omit<QueueRowProps, 'open' | 'ticked' | 'onTick'>) {
  const { id, customerName: name, position, state } = entry
  const body = { id }
  const move = (to: 'up' | 'down') =>
    void actions.act(() => call(moveEntry, { body: { id, to } }), `${name} moved ${to}`)
  const waits = state === 'waiting'
  const hasTurn = waits || state === 'offered'
  return (
    <>
      {waits && (
        <>
          <IconButton
            label={`Move ${name} up`}
            icon="up"
            aria-disabled={position === 1 || undefined}
            onClick={() => position !== 1 && move('up')}
          />
          <IconButton
            label={`Move ${name} down`}
            icon="down"
            aria-disabled={isLast || undefined}
            onClick={() => !isLast && move('down')}
          />
        </>
      )}
      {canOffer && waits && (
        <Button
          look="plain"
          aria-label={`Offer ${name} a spot now`}
          onClick={() => void actions.act(() => call(offerToEntry, { body }), `${name} is offered a spot`)}
        >
          Offer now
        </Button>
      )}
      {hasTurn && (
        <Button
          look="plain"
          aria-label={`Skip ${name}`}
          onClick={() => void actions.act(() => call(skipEntry, { body }), `${name} is skipped`)}
        >
          Skip
        </Button>
      )}
      {!hasTurn && state !== 'booked' && (
        <Button
          look="plain"
          aria-label={state === 'unconfirmed' ? `Put ${name} in line` : `Put ${name} back`}
          onClick={() => void actions.act(() => call(putBackEntry, { body }), `${name} is in line`)}
        >
          {state === 'unconfirmed' ? 'Put in line' : 'Put back'}
        </Button>
      )}
      <ConfirmDelete
        what={`${name} from the waitlist`}
        onDelete={() => actions.act(() => call(removeEntry, { query: body }), `${name} is removed`)}
      >
        {state === 'offered' && <p>The offered spot goes to the next in line.</p>}
      </ConfirmDelete>
    </>
  )
}
