/**
 * The section about the saved card: when it is charged and how much, and a button that deletes it (R42.6).
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

const HEADING = 'kept-card'

export default function SavedCardPart({ reservation, onChanged }: GuestPart) {
  const { keptCard, uuid } = reservation
  const { send } = useApiMutation(withdrawCard)
  if (!keptCard) {
    return (
      <Section id={HEADING} title="Your card">
        <p key="removed">
          We no longer keep your card, so nothing is charged to it automatically.{' '}
          <a href="#payments">Pay the rest here</a>.
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
          Your bank has declined it. Would you rather use another card?{' '}
          <a href="#payments">
            Pay <Money cents={charge.amount} /> here
          </a>
          , and it is not tried again.
        </p>
      )}
      {charge?.declined === false && (
        <p className="note">
          You may <a href="#payments">pay earlier, with any card</a>; then nothing is charged to this one. We
          email you three days before.
        </p>
      )}
      <ConfirmButton
        label="Remove my card"
        title={`Remove your ${card ?? 'card'}?`}
        does="Remove my card"
        keeps="Keep it"
        onConfirm={() => send({ query: { uuid } })}
        onDone={() => {
          announce('Your card is removed')
          onChanged()
        }}
      >
        <p>
          <Text>
            Nothing more is charged to it by itself.{' '}
            {charge && `The ${formatMoney(charge.amount)} are still to be paid, on this page.`}
          </Text>
        </p>
      </ConfirmButton>
    </Section>
  )
}

function describeCharge({ card, charge }: KeptCard): string {
  const kept = `Your ${card ?? 'card'} is saved`
  if (charge === null) return `${kept}. Nothing is to be charged to it now.`
  const again = charge.declined ? ' once more' : ''
  return `${kept} and will be charged ${formatMoney(charge.amount)}${again} on ${formatDay(charge.on)} from 9:00 in the morning.`
}
