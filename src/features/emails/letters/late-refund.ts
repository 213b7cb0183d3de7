/** `late-refund` and `late-refund-admin`: the money came when there was no spot, or no stay, for it any more. */
import { formatMoney } from '#shared/money.ts'
import type { LateRefundAdminContent, LateRefundContent, LateStay } from '../content.ts'
import { letter, text } from './form.ts'
import type { Block, Letter } from './letter.ts'
import { totalBack, whereItGoes } from './money-back.ts'
import { DELETED, fact } from './parts.ts'

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
  'stay-cancelled': {
    kicker: 'Your stay was cancelled',
    guest: 'after your stay had been cancelled, so we do not keep it.',
    short: 'the stay was cancelled',
    admin: 'after it had been cancelled.',
    note: null,
  },
  'event-cancelled': {
    kicker: 'This event was cancelled',
    guest: 'after we had to cancel this event, so we do not keep it. We are sorry.',
    short: 'the event was cancelled',
    admin: 'after the event had been cancelled.',
    note: null,
  },
}

export function lateRefundLetter(mail: LateRefundContent): Letter {
  const { stay, back } = mail
  const amount = formatMoney(totalBack(back))
  return letter(mail, {
    opening: 'Your payment goes back to you',
    kicker: WORDS[stay].kicker,
    preheader: `The full ${amount} goes back to your card. There is nothing you need to do.`,
    hello: 'Hello',
    blocks: [
      text(`Your payment of ${amount} reached us ${WORDS[stay].guest}`),
      { kind: 'money', rows: [{ label: 'Full refund', amount, tone: 'total' }] },
      ...whereItGoes(back),
      ...waysOn(mail),
    ],
    footer: [DELETED],
  })
}

function waysOn({ waitlist, links }: LateRefundContent): Block[] {
  const otherDates = { label: 'See other dates', href: links.events }
  if (!waitlist) return [{ kind: 'button', ...otherDates, note: null }]
  const note = 'Spots do come free. The waitlist is how you hear of it.'
  return [
    { kind: 'button', label: 'Join the waitlist', href: links.event, note },
    text('Or come another time:', otherDates),
  ]
}

export function lateRefundAdminLetter(mail: LateRefundAdminContent): Letter {
  const { event, reservationId, stay } = mail
  const amount = formatMoney(mail.amount)
  const failed = mail.refund === 'failed'
  return letter(
    { event, guest: null },
    {
      opening: failed ? 'Paid too late, refund FAILED' : 'Paid too late, goes back',
      ending: ` (reservation ${reservationId})`,
      kicker: 'Paid too late',
      preheader: `${failed ? `Please give ${amount} back by hand` : `${amount} goes back to the guest`}; ${WORDS[stay].short}.`,
      hello: 'Hello',
      blocks: [
        text(
          `A payment for reservation ${reservationId} arrived ${WORDS[stay].admin} ${refundWords(mail)} ${toldWords(mail)}`,
        ),
        {
          kind: 'facts',
          rows: [
            fact('Reservation', String(reservationId)),
            ...(mail.guestName === null ? [] : [fact('Guest', mail.guestName)]),
            fact('Amount', amount),
          ],
        },
        {
          kind: 'button',
          label: `Open reservation ${reservationId}`,
          href: mail.links.reservation,
          note: failed || mail.guestName === null ? null : WORDS[stay].note,
        },
      ],
      footer: [],
    },
  )
}

function toldWords({ refund, guestName }: LateRefundAdminContent): string {
  if (guestName === null)
    return 'The guest’s details had been deleted by then, so the guest could not be told.'
  return `The guest has ${refund === 'failed' ? 'not been told yet' : 'been told by mail'}.`
}

function refundWords({ refund, amount }: LateRefundAdminContent): string {
  const sum = formatMoney(amount)
  if (refund === 'succeeded') return `The full ${sum} has been refunded.`
  if (refund === 'requested') return `The full refund of ${sum} has been asked for.`
  return `The full refund of ${sum} has FAILED at the payment provider: please refund it there by hand.`
}
