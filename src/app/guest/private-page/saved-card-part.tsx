/**
 * The section about the saved card: when the site charges the card and how much, and a button that deletes
 * the card (R42.6).
 */
import { withdrawCard } from '#domain/booking/contract/guest.ts'
import type { KeptCard } from '#domain/booking/contract/reservation.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { useApiMutation } from '#app/ui/api.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { Section } from '#app/ui/panel.tsx'
import { announce } from '#app/ui/toast.tsx'
import type { GuestPart } from './guest-part.ts'
import { Money, Text } from '#app/ui/text.tsx'

const HEADING = 'saved-card'

export default function SavedCardPart({ reservation, onChanged }: GuestPart) {
  const { keptCard, uuid } = reservation
  const { send } = useApiMutation(withdrawCard)
  if (!keptCard) {
    return (
      <Section id={HEADING} title="Your card">
        <p key="removed">
          Your card is no longer saved, so we won’t charge it automatically.{' '}
          <a href="#payments">Pay the remainder here</a>.
        </p>
      </Section>
    )
  }
  const { card, charge } = keptCard
  return (
    <Section id={HEADING} title="Your card">
      <p>
        <Text>{describeCharge(keptCard)}</Text>
      </p>
      {charge?.declined && (
        <p>
          Your bank declined it. Want to use another card?{' '}
          <a href="#payments">
            Pay <Money cents={charge.amount} /> here
          </a>
          , and we won’t try this card again.
        </p>
      )}
      {charge?.declined === false && (
        <p className="note">
          You can <a href="#payments">pay earlier, with any card</a>. Then we won’t charge this one. We’ll
          email you three days before.
        </p>
      )}
      <ConfirmButton
        label="Remove my card"
        title={`Remove your ${card ?? 'card'}?`}
        does="Remove my card"
        keeps="Keep my card"
        onConfirm={() => send({ query: { uuid } })}
        onDone={() => {
          announce('Your card is removed')
          onChanged()
        }}
      >
        <p>
          <Text>
            We won’t charge this card anymore.{' '}
            {charge && `You still need to pay ${formatMoney(charge.amount)} on this page.`}
          </Text>
        </p>
      </ConfirmButton>
    </Section>
  )
}

function describeCharge({ card, charge }: KeptCard): string {
  const kept = `Your ${card ?? 'card'} is saved`
  if (charge === null) return `${kept}. No charge is planned.`
  const again = charge.declined ? ' again' : ''
  return `${kept}. We’ll charge ${formatMoney(charge.amount)} to it${again} on ${formatDay(charge.on)}, after 9:00 AM ranch time.`
}
