/** The part of a reservation's page that moves the stay to another retreat, or undoes its cancellation (R30.1, R30.5). */
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { formatDay, ranchDay } from '#shared/days.ts'
import { centsOfDollars, formatMoney } from '#shared/money.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiForm } from '#ui/api-form.tsx'
import { useCall } from '#ui/api.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { Paper } from '#ui/paper.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiForm } from '#ui/use-api-form.ts'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { type AdminReservation, moveReservation } from '#features/booking/contract/admin.ts'
import { undoCancellation } from '#features/booking/contract/cancellation.ts'
import { COMPANION_STAYS, IN_PARTY } from '#features/booking/contract/reservation.ts'
import { type MovePlan, planMove } from '#features/booking/domain/admin-actions.ts'
import { type Bookable, BookableEvents, chosenEvent, eventOptions } from './bookable-events.tsx'
import { BookSection, explained, type PartProps, useConfirmed } from './form-parts.tsx'
import { optionalDollars } from './form-values.ts'

const HEADING = 'other-retreat'

const MAY_UNDO = 'The stay can be brought back while a spot is free and nothing was refunded.'
const GUEST_MOVES = 'The guest keeps their link, and what they paid counts for the other retreat.'
const PARTY_MOVES =
  'The whole party comes along. All keep their links, and what was paid counts for the other retreat.'

export function MoveSection(part: PartProps) {
  const { status, purgedAt, event, party } = part.reservation
  const [open, setOpen] = useState(false)
  const keepFocus = useFocusKept(HEADING)
  const close = () => setOpen(false)
  const ended = event.hasEnded || event.cancelled || purgedAt !== null
  if (ended || (status !== 'confirmed' && status !== 'cancelled')) return null
  const cancelled = status === 'cancelled'
  const heading = cancelled ? 'Canceled by mistake?' : 'Another retreat'
  if (party && (cancelled || !party.payer))
    return (
      <Paper>
        <BookSection id={HEADING} heading={heading}>
          <p>{cancelled ? IN_PARTY[1] : COMPANION_STAYS[1]}</p>
        </BookSection>
      </Paper>
    )
  return (
    <Paper>
      <BookSection id={HEADING} heading={heading}>
        <p>{cancelled ? MAY_UNDO : party ? PARTY_MOVES : GUEST_MOVES}</p>
        <Button look="plain" className="book-apart" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {cancelled ? 'Undo the cancellation…' : 'Move to another retreat…'}
        </Button>
        {cancelled ? (
          <Undo {...part} open={open} onClose={close} keepFocus={keepFocus} />
        ) : (
          <Dialog
            open={open}
            onClose={close}
            title={`Move ${part.reservation.customerName} to another retreat`}
            backdrop="static"
          >
            <BookableEvents except={event.id}>
              {(events) => <MoveForm {...part} events={events} onClose={close} />}
            </BookableEvents>
          </Dialog>
        )}
      </BookSection>
    </Paper>
  )
}

interface UndoProps extends PartProps {
  open: boolean
  onClose: () => void
  /** The button that opened it goes with the reservation's standing. */
  keepFocus: () => void
}

function Undo({ open, onClose, keepFocus, ...part }: UndoProps) {
  const { id, customerName, email } = part.reservation
  const call = useCall()
  const announce = useAnnounce()
  const confirmed = useConfirmed(part)
  const [tells, setTells] = useState(true)
  const undo = () =>
    confirmed(async (version) => {
      const answer = await call(undoCancellation, { body: { id, version, sendEmail: tells && email !== '' } })
      if (answer.ok) {
        announce(`The stay of ${customerName} is confirmed again`)
        keepFocus()
        part.onChanged(answer.data.reservation)
      }
      return answer
    })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Undo the cancellation"
      does="Undo the cancellation"
      keeps="Keep it canceled"
      onConfirm={undo}
    >
      <p>
        The stay of <strong>{customerName}</strong> is confirmed again, and the invoices are as they were.
      </p>
      {email !== '' && (
        <CheckField id="undo-email" checked={tells} onChange={({ target }) => setTells(target.checked)}>
          Email the guest
        </CheckField>
      )}
    </ConfirmDialog>
  )
}

const moveSchema = z.object({
  /** Its place among the events to choose from. */
  event: z.string(),
  price: optionalDollars,
  sendEmail: z.boolean(),
})

interface MoveFormProps extends PartProps {
  events: [Bookable, ...Bookable[]]
  onClose: () => void
}

function MoveForm({ events: given, onClose, reservation, onChanged }: MoveFormProps) {
  // The list that was shown when the form was opened.
  const [events] = useState(given)
  const announce = useAnnounce()
  const hasEmail = reservation.email !== ''
  const form = useApiForm(moveReservation, {
    prefix: 'move',
    schema: moveSchema,
    values: { event: '0', price: '', sendEmail: hasEmail },
    labels: { event: 'Retreat', price: 'Price in dollars' },
    version: reservation.version,
    toInput: ({ event: place, price, sendEmail }, { version }) => {
      const { id: eventId } = chosenEvent(events, place)
      return { body: { id: reservation.id, version, eventId, price, sendEmail, allowOverbooking: full } }
    },
    onOutdated: () => onChanged(),
    onDone: (reply) => {
      onClose()
      announce(`Moved ${reservation.customerName} to ${reply.reservation.event.name}`)
      onChanged(reply.reservation)
    },
  })
  const [place, typed] = useWatch({ control: form.form.control, name: ['event', 'price'] })
  const event = chosenEvent(events, place)
  const full: boolean = form.refusal?.code === 'event_full'
  const { each, people, hasLeft } = priceIn(reservation, event)
  const price = centsOfDollars(typed) ?? each * people
  return (
    <ApiForm
      form={full ? { ...form, refusal: null } : form}
      label="Move to another retreat"
      does={full ? 'Overbook' : 'Move'}
      explain={explained}
      className="book-dialog"
    >
      <SelectField {...form.field('event')} options={eventOptions(events)} required />
      <TextField
        {...form.field('price')}
        inputMode="decimal"
        autoComplete="off"
        hint={`Left empty: ${formatMoney(each * people)}${people > 1 ? ` for ${people} guests` : ''}${hasLeft ? ', and what was kept of those who left' : ''}.`}
      />
      <Outcome plan={planOf(reservation, { price, startDateDate: event.startDateDate })} />
      {(reservation.options.length > 0 || event.offersChoices) && (
        <p className="note">What is chosen here is not taken along. Choose anew once the stay has moved.</p>
      )}
      {hasEmail && <CheckField {...form.check('sendEmail')}>Email the guest</CheckField>}
      {full && (
        <Alert tone="warn" title="No spaces left">
          <p>
            {event.reservedSpots} of {event.spots} spots are taken. Move{' '}
            {people > 1 ? `${people} guests` : 'the guest'} there anyway?
          </p>
        </Alert>
      )}
    </ApiForm>
  )
}

/** What each who comes pays there, how many they are, and whether something was kept of others, which the site adds. */
function priceIn({ party }: Pick<AdminReservation, 'party'>, { cost }: Pick<Bookable, 'cost'>) {
  const members = party?.members ?? []
  const people = Math.max(1, members.filter(({ status }) => status === 'confirmed').length)
  return { each: Math.max(0, cost), people, hasLeft: members.length > people }
}

/** What the move would make of the money, by the rules that the move itself follows. */
function planOf(
  { invoices, money }: Pick<AdminReservation, 'invoices' | 'money'>,
  to: { price: number; startDateDate: string },
): MovePlan {
  const today = ranchDay(new Date())
  const paid = invoices.filter((invoice) => invoice.paid)
  const unpaid = invoices.filter((invoice) => !invoice.paid)
  const sumOf = (some: typeof invoices) => some.reduce((sum, { amount }) => sum + amount, 0)
  const sums = {
    standing: true,
    price: money.price,
    extras: money.extras,
    received: sumOf(paid),
    refunded: money.refunded,
    withdrawn: money.withdrawn,
    unpaid: sumOf(unpaid),
    unpaidLater: money.toCome,
  }
  const rows = invoices.map(({ partOfPrice, ...invoice }) => ({ ...invoice, extra: !partOfPrice }))
  return planMove(sums, rows, { ...to, today })
}

function Outcome({ plan: { asked, money } }: { plan: MovePlan }) {
  const lines = [
    ['Price of the stay', money.price],
    ...(money.extras > 0 ? [['Extra charges', money.extras] as const] : []),
    ['Paid, which stays with it', money.totalPaid],
    ...(money.credit > 0 ? [['More than is due', money.credit] as const] : []),
    ['Still to pay', money.stillToPay],
  ] as const
  return (
    <div className="book-plan">
      <dl className="book-lines">
        {lines.map(([label, cents], index) => (
          <div key={label} className={index === lines.length - 1 ? 'book-line-strong' : undefined}>
            <dt>{label}</dt>
            <dd>{formatMoney(cents)}</dd>
          </div>
        ))}
      </dl>
      {asked.length > 0 && (
        <ul className="book-ways" aria-label="Invoices">
          {asked.map(({ purpose, amount, due }) => (
            <li key={purpose}>
              {formatMoney(amount)}
              {due && `, due ${formatDay(due)}`}
            </li>
          ))}
        </ul>
      )}
      {money.credit > 0 && <p className="note">Refund it from a paid invoice, if it is to go back.</p>}
    </div>
  )
}
