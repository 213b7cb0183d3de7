/** The top of the private page: the reservation's status and its refunds. */
import { formatInstant } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Section } from '#app/ui/panel.tsx'
import type { GuestReservation, Reservation } from '#domain/booking/contract/reservation.ts'
import { describeHeldRefund } from '#domain/booking/domain/refunds.ts'
import { REPLACEMENT_SHARE } from '#domain/booking/domain/refund-policy.ts'
import { CANCELLED } from '#app/public/event/availability.tsx'
import { Text } from '#app/ui/text.tsx'

/**
 * Statuses of reservations that end when the venue cancels their event. A reservation with another status had
 * ended earlier, for another reason.
 */
const ENDED_BY_RETREAT = new Set<Reservation['status']>(['pending', 'confirmed', 'cancelled'])

interface StatusProps
  extends
    Pick<Reservation, 'status'>,
    Partial<
      Pick<
        GuestReservation,
        | 'additionalInformationProvided'
        | 'holdExpiresAt'
        | 'waitsForMailbox'
        | 'cancellation'
        | 'party'
        | 'refundTotals'
      >
    > {
  event: { cancelled: boolean; hasEnded: boolean }
}

const STATUS = {
  pending: {
    tone: 'warn',
    title: 'Your payment is being confirmed.',
    text: 'We’re holding your spot, and this page updates automatically. Haven’t paid yet? Please finish on the sign-up form.',
  },
  confirmed: {
    tone: 'good',
    title: 'You’re in.',
    text: "Your spot is yours. Grab your boots and we'll see you soon.",
  },
  expired: {
    tone: 'bad',
    title: 'The hold on your spot has expired.',
    text: 'Your card was not charged, and the spot is open to others again. You’re welcome to sign up again.',
  },
  refunded: {
    tone: 'bad',
    title: 'Your payment was refunded.',
    text: 'It reached us after the last spot was taken. Banks take 5 to 10 days to show the refund.',
  },
  cancelled: {
    tone: 'bad',
    title: 'Your stay is canceled.',
    // The page shows this text if an admin canceled the stay, or if the guest passed the spot on. A guest who
    // canceled the stay sees another text.
    text: 'If that surprises you, please write to us.',
  },
} as const

/** Renders the reservation's status and what it means for the guest. */
export function StatusAlert(props: StatusProps) {
  const { tone, title, text } = wordsOf(props)
  return <Alert tone={tone} title={title} text={text} />
}

function wordsOf({ status, event, cancellation, party, refundTotals, ...held }: StatusProps) {
  const { additionalInformationProvided, holdExpiresAt, waitsForMailbox } = held
  if (event.cancelled && ENDED_BY_RETREAT.has(status))
    return {
      tone: 'bad',
      title: CANCELLED,
      text: 'Your stay is canceled too. We emailed you about your refund. If you don’t have that email, please write to us.',
    } as const
  if (status === 'confirmed' && event.hasEnded)
    return {
      tone: 'good',
      title: 'Thank you for coming.',
      text: 'We hope some of the quiet went home with you.',
    } as const
  if (status === 'pending' && party?.payer === false)
    return {
      tone: 'warn',
      title: 'A spot is held for you.',
      text: 'It’s yours once the person who signed you up has paid or confirmed it. This page updates automatically. You don’t need to do anything.',
    } as const
  if (status === 'pending' && holdExpiresAt && waitsForMailbox)
    return {
      tone: 'warn',
      title: party ? 'Spots are held for all of you.' : 'A spot is held for you.',
      text: `Open the link in our email and press the button there to confirm ${party ? 'them' : 'it'}. You have until ${formatInstant(holdExpiresAt)} ranch time. Nothing was charged.`,
    } as const
  // The sign-up form asks for details before it holds a spot. A waitlist offer holds a spot without details,
  // so a hold without details is an offer.
  if (status === 'pending' && holdExpiresAt && additionalInformationProvided === false)
    return {
      tone: 'warn',
      title: party ? 'Spots are held for all of you.' : 'A spot is held for you.',
      text: `${party ? 'They’re' : 'It’s'} yours if you want ${party ? 'them' : 'it'}. Use the link in our email to accept or decline by ${formatInstant(holdExpiresAt)} ranch time.`,
    } as const
  if (status === 'cancelled' && cancellation?.by === 'guest') {
    const how = cancellation.replaced
      ? 'You gave up your spot, and someone else took it.'
      : party?.payer === false
        ? 'You canceled it, or the person who pays for your party did.'
        : 'You canceled it.'
    return { ...STATUS.cancelled, text: `${how} If that wasn’t you, please write to us.` }
  }
  if (status === 'refunded' && refundTotals !== undefined && refundTotals.held > 0)
    return {
      tone: 'bad',
      title: 'We’re refunding your payment.',
      text: 'It reached us after the last spot was taken.',
    } as const
  return STATUS[status]
}

type Cancellation = NonNullable<GuestReservation['cancellation']>

/** Explains the refund to a guest whose spot another person took over (R45). */
function describeTaker({ refund, awaitsTaker }: Pick<Cancellation, 'refund' | 'awaitsTaker'>): string {
  const rule = `Someone took your spot. Under the Terms of Stay, we refund ${REPLACEMENT_SHARE}.`
  if (awaitsTaker)
    return refund > 0
      ? `${rule} When they pay more, we refund more and email you.`
      : `${rule} When they pay, we refund your share and email you.`
  return refund > 0 ? rule : `${rule} They paid nothing for it, so there is nothing to refund.`
}

type RefundSectionProps = Pick<GuestReservation, 'cancellation' | 'refundTotals' | 'status'>

/**
 * Renders the refunds of an ended stay and how the site pays them. Renders nothing if the stay has no
 * refunds.
 */
export function RefundSection({ cancellation, refundTotals, status }: RefundSectionProps) {
  if (isActive(status)) return null
  const { underWay, held, done, owed, given } = refundTotals
  const parts = [
    done > 0 && `We refunded ${formatMoney(done)} to your card. Banks take 5 to 10 days to show it.`,
    underWay > 0 &&
      `We’re refunding ${formatMoney(underWay)} to your card. Banks take 5 to 10 days to show it.`,
    held > 0 && describeHeldRefund(held),
    given > 0 && `We refunded ${formatMoney(given)} to you without a card, for example in cash or by check.`,
    owed > 0 && `We still owe you ${formatMoney(owed)}. We’ll email you about how to refund it.`,
  ].filter((part) => part !== false)
  if (cancellation && !cancellation.feesKnown)
    parts.push(
      'We’ll refund you as soon as we know the card fees, usually within an hour. We’ll email you then.',
    )
  if (cancellation?.replaced && cancellation.paid > 0) parts.push(describeTaker(cancellation))
  if (parts.length === 0 && cancellation?.refund === 0 && cancellation.paid > 0)
    parts.push('Under the Terms of Stay there is no refund.')
  if (parts.length === 0) return null
  return (
    <Section id="money-back" title="Your refund">
      {parts.map((part) => (
        <p key={part}>
          <Text>{part}</Text>
        </p>
      ))}
    </Section>
  )
}
