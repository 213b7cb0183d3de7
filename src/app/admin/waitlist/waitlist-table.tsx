/** One page of an event's waitlist, with the admin's actions on each entry. */
import { useState } from 'react'
import { type Failed, inputArgs } from '#shared/client.ts'
import { withOrWithout } from '#shared/collections.ts'
import type { Endpoint, InputOf } from '#shared/endpoint.ts'
import { offerPath } from '#shared/links.ts'
import { plural } from '#shared/text.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useCall } from '#app/ui/api.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { ConfirmDelete, DialogButton } from '#app/ui/dialog-buttons.tsx'
import { EmailLink, CopyLink } from '#app/ui/links.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { announce } from '#app/ui/toast.tsx'
import type { WaitlistEntry } from '#domain/booking/waitlist/contract/entries.ts'
import {
  moveEntry,
  offerToEntry,
  putBackEntry,
  removeEntries,
  removeEntry,
  skipEntry,
} from '#domain/booking/waitlist/contract/admin.ts'
import { ResizeEntry } from './add-entry.tsx'
import { describeSince, describeState, describeWanted } from './waitlist-labels.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

interface WaitlistTableProps {
  eventId: number
  entries: WaitlistEntry[]
  waiting: number
  open: boolean
  spotsLeft: number
  /** Called when the waitlist on the server differs from what the page shows. */
  onChanged: () => void
}

/**
 * Renders the waitlist. Until the event starts or is canceled (`open`), each row has buttons and a checkbox,
 * and an admin can remove all checked entries together.
 */
export function WaitlistTable({ eventId, entries, waiting, open, spotsLeft, onChanged }: WaitlistTableProps) {
  const actions = useWaitlistActions(onChanged)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  // Leaves out entries that were deleted after the admin checked them.
  const chosen = entries.filter(({ id }) => ticked.has(id))
  const tick = (some: WaitlistEntry[], on: boolean) =>
    setTicked(
      withOrWithout(
        ticked,
        some.map(({ id }) => id),
        on,
      ),
    )
  const remove = () => {
    const body = { eventId, entries: chosen.map(({ id, state }) => ({ id, state })) }
    return actions.act(removeEntries, { body }, `${describeEntry(chosen.length)} removed`)
  }
  const buttonsOf = (entry: WaitlistEntry) => (
    <>
      <input
        type="checkbox"
        className="queue-tick"
        aria-label={`Choose ${nameOf(entry)}`}
        checked={ticked.has(entry.id)}
        onChange={({ target }) => tick([entry], target.checked)}
      />
      <EntryButtons
        entry={entry}
        isLast={entry.position === waiting}
        spotsLeft={spotsLeft}
        act={actions.act}
        onChanged={onChanged}
      />
    </>
  )
  return (
    <>
      <FailureAlert failed={actions.failed} />
      {open && entries.length > 1 && (
        <div className="queue-chosen">
          <label>
            <input
              type="checkbox"
              checked={chosen.length === entries.length}
              onChange={({ target }) => tick(entries, target.checked)}
            />{' '}
            Choose all on this page
          </label>
          {chosen.length > 0 && (
            <>
              <output>
                <Text>{chosen.length} chosen</Text>
              </output>
              <ConfirmDelete what={`${describeEntry(chosen.length)} from the waitlist`} onDelete={remove}>
                <p>
                  <Text>
                    This deletes {describeEntry(chosen.length)} with all their information. Spots offered to
                    them go to the next person on the waitlist.
                  </Text>
                </p>
              </ConfirmDelete>
            </>
          )}
        </div>
      )}
      <DataTable
        caption="Waitlist"
        columns={[...columnsOf(spotsLeft), ...(open ? [{ ...CHANGE, cell: buttonsOf }] : [])]}
        rows={entries}
        rowKey={({ id }) => id}
      />
    </>
  )
}

/** Returns an entry's name. A purged entry has none. */
const nameOf = ({ customerName }: WaitlistEntry) => customerName || 'Deleted guest'

function EntryName({ customerName, email, phone, byHand, offerToken }: WaitlistEntry) {
  return (
    <>
      <Verbatim>{customerName || 'Deleted guest'}</Verbatim>{' '}
      {email === '' ? (
        <span className="note">No email</span>
      ) : (
        <EmailLink className="queue-email" email={email} />
      )}
      {phone && (
        <>
          {' '}
          <PhoneLink className="queue-email" phone={phone} />
        </>
      )}
      {byHand && <span className="note"> Added by hand</span>}
      {offerToken !== null && (
        <>
          <span className="note"> We have no email address: please pass on the link to the offer.</span>
          <CopyLink path={offerPath(offerToken)} />
        </>
      )}
    </>
  )
}

const describeEntry = (count: number) => plural(count, 'entry', 'entries')

const columnsOf = (free: number): Column<WaitlistEntry>[] => [
  {
    name: 'name',
    head: 'Full name',
    names: true,
    width: 'minmax(0, 1.9fr)',
    cell: (entry) => <EntryName {...entry} />,
  },
  {
    name: 'place',
    head: 'Place',
    width: 'minmax(0, 0.9fr)',
    cell: (entry) => {
      const wants = describeWanted(entry, free)
      return (
        <>
          <Text>{describeState(entry)}</Text> {wants && <span className="note queue-wants">{wants}</span>}
        </>
      )
    },
  },
  { name: 'since', head: 'Since', width: '7rem', cell: ({ createdAt }) => describeSince(createdAt) },
]

const CHANGE = {
  name: 'change',
  head: 'Actions',
  label: '',
  wide: true,
  width: 'minmax(0, 3.2fr)',
  className: 'queue-buttons',
}

/**
 * Returns a function that runs one API call at a time. The function announces success to screen readers, and
 * keeps a failure for the page to show.
 */
export function useWaitlistActions(onChanged: () => void) {
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failed | null>(null)
  const act = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, done: string) => {
    if (busy) return null
    setBusy(true)
    const answer = await call(endpoint, ...inputArgs(endpoint, input))
    setBusy(false)
    const trouble = answer.ok ? null : answer
    setFailed(trouble)
    if (answer.ok) announce(done)
    // Reloads the waitlist even if the API refused the action. A change that the page does not show yet may
    // be the reason for the refusal.
    onChanged()
    return trouble
  }
  return { busy, failed, act }
}

interface EntryButtonsProps {
  entry: WaitlistEntry
  isLast: boolean
  spotsLeft: number
  act: ReturnType<typeof useWaitlistActions>['act']
  onChanged: () => void
}

type OfOneEntry = typeof offerToEntry | typeof skipEntry | typeof putBackEntry

function EntryButtons({ entry, isLast, spotsLeft, act, onChanged }: EntryButtonsProps) {
  const { id, customerName, position, size, state } = entry
  const name = nameOf(entry)
  // Nobody is left who could take a spot of a purged entry. So an admin can only remove the entry.
  const purged = customerName === ''
  const spots = size === 1 ? 'a spot' : plural(size, 'spot')
  const body = { id }
  const waits = state === 'waiting'
  const isOut = !purged && !waits && state !== 'offered' && state !== 'booked'
  const unconfirmed = state === 'unconfirmed'
  const move = (to: 'up' | 'down', isAtEnd: boolean) => (
    <IconButton
      label={`Move ${name} ${to}`}
      icon={to}
      aria-disabled={isAtEnd || undefined}
      onClick={() => !isAtEnd && void act(moveEntry, { body: { id, to } }, `${name} moved ${to}`)}
    />
  )
  const button = ([label, about]: [label: string, about: string], endpoint: OfOneEntry, done: string) => (
    <Button look="plain" aria-label={about} onClick={() => void act(endpoint, { body }, done)}>
      {label}
    </Button>
  )
  return (
    <>
      {waits && move('up', position === 1)}
      {waits && move('down', isLast)}
      {spotsLeft >= size &&
        waits &&
        button(['Offer now', `Offer ${name} ${spots} now`], offerToEntry, `${name} is offered ${spots}`)}
      {(waits || state === 'offered') && button(['Skip', `Skip ${name}`], skipEntry, `${name} is skipped`)}
      {isOut &&
        button(
          unconfirmed ? ['Confirm for them', `Confirm for them: ${name}`] : ['Put back', `Put back ${name}`],
          putBackEntry,
          `${name} is on the waitlist`,
        )}
      {!purged && state !== 'offered' && state !== 'booked' && (
        <ChangeSpots entry={entry} onChanged={onChanged} />
      )}
      <ConfirmDelete
        what={`${name} from the waitlist`}
        onDelete={() => act(removeEntry, { query: body }, `${name} is removed`)}
      >
        <p>
          <Verbatim>{name}</Verbatim> <Text>is removed from the waitlist, with all their information.</Text>
          {state === 'offered' && (
            <Text> The spots offered to them go to the next person on the waitlist.</Text>
          )}
        </p>
      </ConfirmDelete>
    </>
  )
}

function ChangeSpots({ entry, onChanged }: Pick<EntryButtonsProps, 'entry' | 'onChanged'>) {
  const { customerName } = entry
  return (
    <DialogButton
      look="plain"
      label="Edit spots"
      aria-label={`Edit spots of ${customerName}`}
      title={`Spots for ${customerName}`}
      backdrop
    >
      <ResizeEntry
        entry={entry}
        onDone={() => {
          announce(`Changed the spots for ${customerName}`)
          onChanged()
        }}
      />
    </DialogButton>
  )
}
