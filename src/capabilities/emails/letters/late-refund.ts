/** `late-refund` and `late-refund-admin`: the money came when there was no spot, or no stay, for it any more. */
import { formatDayRange } from '../../../shared/days.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { LateRefundAdminContent, LateRefundContent, LateStay } from '../content.ts'
import type { Letter } from './letter.ts'

const WORDS: Record<
  LateStay,
  Record<'kicker' | 'guest' | 'short' | 'admin', string> & { note: string | null }
> = {
  'hold-ended': {
    kicker: 'We owe you an apology',
    guest:
      'after the time for which we could hold your spot. By then the last spot was taken, so you are not signed up. We are sorry.',
    short: 'no spot was free',
    admin: 'after its hold had ended, and no spot was free.',
    note: 'If you can make room after all, write to the guest: the refund stands, and they would sign up again.',
  },
  cancelled: {
    kicker: 'Your stay was cancelled',
    guest: 'after your stay had been cancelled, so we do not keep it.',
    short: 'the stay was cancelled',
    admin: 'after it had been cancelled.',
    note: null,
  },
}

export function lateRefundLetter(mail: LateRefundContent): Letter {
  const { event, links } = mail
  const amount = formatMoney(mail.amount)
  const dates = formatDayRange(event.startDateDate, event.endDateDate)
  const otherDates = { label: 'See other dates', href: links.events }
  return {
    subject: `Your payment is on its way back: ${event.name}`,
    preheader: `The full ${amount} goes back to your card. There is nothing you need to do.`,
    heading: { kicker: WORDS[mail.stay].kicker, title: event.name, detail: dates },
    greeting: mail.guest === null ? 'Hello,' : `Hello ${mail.guest},`,
    blocks: [
      {
        kind: 'text',
        text: `Your payment of ${amount} reached us ${WORDS[mail.stay].guest}`,
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
    preheader: `${amount} goes back to the guest; ${WORDS[mail.stay].short}.`,
    heading: {
      kicker: 'Paid too late',
      title: event.name,
      detail: formatDayRange(event.startDateDate, event.endDateDate),
    },
    greeting: 'Hello,',
    blocks: [
      {
        kind: 'text',
        text: `A payment for reservation ${reservationId} arrived ${WORDS[mail.stay].admin} ${refundWords(mail)} The guest has been told by mail.`,
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
        note: WORDS[mail.stay].note,
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
