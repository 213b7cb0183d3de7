/** The section with a guest's saved card and its charges (R42). */
import { type AdminReservation, withdrawCardByAdmin } from '#domain/booking/contract/admin.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { useCall } from '#app/ui/api.tsx'
import { Lines } from '#app/ui/facts.tsx'
import {
  ConfirmAction,
  ReservationSection,
  DialogOpener,
  type PartProps,
  useReservation,
} from './form-parts.tsx'
import { Text } from '#app/ui/text.tsx'

/** Renders the guest's saved card and its charges. Renders nothing if the guest has never saved a card. */
export function SavedCardSection(part: PartProps) {
  const { keptCard, cardForgotten, cardCharges } = part.reservation
  if (!keptCard && !cardForgotten && cardCharges.length === 0) return null
  return (
    <ReservationSection {...part} id="saved-card" heading="Saved card">
      <p>
        <Text>
          {describeSavedCard(keptCard)}
          {cardForgotten && ' The guest will pay the rest themselves.'}
        </Text>
      </p>
      <Lines aria-label="Charges" of={cardCharges.map(describeCharge)} />
      {keptCard && (
        <DialogOpener className="book-apart" label="Remove the card…">
          <RemoveCard />
        </DialogOpener>
      )}
    </ReservationSection>
  )
}

function RemoveCard() {
  const { id, customerName } = useReservation().reservation
  const call = useCall()
  return (
    <ConfirmAction
      title={`Remove the card of ${customerName}`}
      does="Remove the card"
      send={() => call(withdrawCardByAdmin, { query: { id } })}
      announcement="Removed the card"
    >
      <p>
        Do this when a guest asks you to. Stripe deletes the card, and we charge nothing to it from now on.
        The guest still owes what is due.
      </p>
    </ConfirmAction>
  )
}

function describeSavedCard(kept: AdminReservation['keptCard']): string {
  if (!kept) return 'No card is saved anymore.'
  const card = kept.card ?? 'A card'
  if (kept.charge === null) return `${card} is saved. No charge is planned.`
  return `${card} is saved. ${formatMoney(kept.charge.amount)} will be charged on ${formatDay(kept.charge.on)} from 9:00 in the morning.`
}

type Charge = AdminReservation['cardCharges'][number]

const STATES: Record<Charge['status'], string> = {
  planned: 'announced to the guest',
  charging: 'being charged',
  succeeded: 'charged',
  declined: 'declined by the bank',
  needs_guest: 'the bank wants the guest to confirm, so they pay on their own page',
  stopped: 'not charged',
}

/**
 * Describes a charge of the saved card in one line: `"$350.00 on Mon, May 3, 2027: declined by the bank
 * (insufficient funds)"`.
 */
function describeCharge({ amount, on, status, declineCode }: Charge): string {
  const why = declineCode === null ? '' : ` (${declineCode.replaceAll('_', ' ')})`
  return `${formatMoney(amount)} on ${formatDay(on)}: ${STATES[status]}${why}`
}
