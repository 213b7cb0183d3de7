/** `late-refund` and `late-refund-admin`: the money came after the hold had ended, and no spot was free. */
import { formatDayRange } from '../../../shared/days.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { LateRefundAdminContent, LateRefundContent } from '../content.ts'
import type { Letter } from './letter.ts'

export function lateRefundLetter(mail: LateRefundContent): Letter {
  const { event, links } = mail
  const amount = formatMoney(mail.amount)
  const dates = formatDayRange(event.startDateDate, event.endDateDate)
  const otherDates = { label: 'See other dates', href: links.events }
  return {
    subject: `Your payment is on its way back: ${event.name}`,
    preheader: `The full ${amount} goes back to your card. There is nothing you need to do.`,
    heading: { kicker: 'We owe you an apology', title: event.name, detail: dates },
    greeting: mail.guest === null ? 'Hello,' : `Hello ${mail.guest},`,
    blocks: [
      {
        kind: 'text',
        text: `Your payment of ${amount} reached us after the time for which we could hold your spot. By then the last spot was taken, so you are not signed up. We are sorry.`,
        link: null,
      },
      { kind: 'money', rows: [{ label: 'Full refund', amount, tone: 'total' }] },
      {
        kind: 'text',
        text: `${mail.refunded ? 'It has gone back' : 'It is on its way back'} to the card you paid with. Banks take a few days to show it; there is nothing you need to do.`,
        link: null,
      },
      mail.waitlist
        ? {
            kind: 'button',
            label: 'Join the waitlist',
            href: links.event,
            note: 'Spots do come free. The waitlist is how you hear of it.',
          }
        : { kind: 'button', ...otherDates, note: null },
      ...(mail.waitlist ? [{ kind: 'text' as const, text: 'Or come another time:', link: otherDates }] : []),
    ],
    footer: [{ text: 'What you told us about yourself is deleted after the event.', link: null }],
  }
}

export function lateRefundAdminLetter(mail: LateRefundAdminContent): Letter {
  const { event, reservationId } = mail
  const amount = formatMoney(mail.amount)
  return {
    subject: `Paid too late, refunded: ${event.name} (reservation ${reservationId})`,
    preheader: `${amount} goes back to the guest; no spot was free.`,
    heading: {
      kicker: 'Paid too late',
      title: event.name,
      detail: formatDayRange(event.startDateDate, event.endDateDate),
    },
    greeting: 'Hello,',
    blocks: [
      {
        kind: 'text',
        text: `A payment for reservation ${reservationId} arrived after its hold had ended, and no spot was free. ${refundWords(mail)} The guest has been told by mail.`,
        link: null,
      },
      {
        kind: 'facts',
        rows: [
          { label: 'Reservation', value: String(reservationId) },
          { label: 'Guest', value: mail.guestName },
          { label: 'Amount', value: amount },
        ],
      },
      {
        kind: 'button',
        label: `Open reservation ${reservationId}`,
        href: mail.links.reservation,
        note: 'If you can make room after all, write to the guest: the refund stands, and they would sign up again.',
      },
    ],
    footer: [],
  }
}

function refundWords({ refund, amount }: LateRefundAdminContent): string {
  const sum = formatMoney(amount)
  if (refund === 'succeeded') return `The full ${sum} has been refunded.`
  if (refund === 'requested') return `The full refund of ${sum} has been asked for.`
  return `The full refund of ${sum} has FAILED at the payment provider: please refund it there by hand.`
}
