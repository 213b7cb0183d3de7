/** Mails about money that goes back, and about stays that are cancelled. */
import { ranchDay } from '#shared/days.ts'
import * as links from '#shared/links.ts'
import type { Cents } from '#shared/money.ts'
import { oneLine } from '#shared/text.ts'
import type {
  CancellationContent,
  LateRefundAdminContent,
  LateRefundContent,
  LateStay,
  MoneyBack,
  RefundContent,
} from '../content.ts'
import type { MailFacts } from '../facts/store.ts'
import { standing, sum, type RefundFacts } from '../rules.ts'
import {
  mailEvent,
  moneyOf,
  openInvoices,
  present,
  refundsFor,
  stayLinks,
  toGuest,
  type Composing,
} from './common.ts'

type Refund = ReturnType<typeof refundsFor>[number]
type Decided = NonNullable<MailFacts['cancellation']>

/** Ranch days before the start within which the terms give something back for a spot that is taken again (R5.1). */
const REPLACED_WITHIN = 30

export function cancellation(mail: Composing): CancellationContent {
  const { facts, publicUrl } = mail
  const decided = present(facts.cancellation)
  const total = decided.refundToCards + decided.refundByHand
  const back = moneyBack(refundsOf(decided, facts))
  return {
    type: 'cancellation',
    ...toGuest(mail),
    how: howCancelled(decided, facts),
    daysBefore: decided.daysBefore,
    replaced: decided.replacementFound && decided.daysBefore < REPLACED_WITHIN,
    paid: decided.paid,
    terms: termsOf(decided, total),
    awaitsFee: decided.awaitsFee,
    sum: total,
    // The refused part of the decided refund: neither under way nor given in another way.
    back: { ...back, refused: Math.max(0, total - sumOf(back)) },
    wasOpen: openInvoices(mail).length > 0,
    links: {
      events: links.absoluteLink(publicUrl, links.eventsPath),
      terms: links.absoluteLink(publicUrl, links.termsPath),
    },
  }
}

function howCancelled({ cancelledBy }: Decided, { event }: MailFacts): CancellationContent['how'] {
  if (cancelledBy === 'guest') return 'guest'
  return event.cancelledAt === null ? 'stay' : 'event'
}

const BY_CANCELLING: ReadonlySet<string> = new Set(['cancelled', 'retreat-cancelled'])

/** What the cancellation led to; also what was given back at the provider's own desk instead. */
function refundsOf({ at }: Decided, { payments }: MailFacts): Refund[] {
  return payments
    .flatMap(({ refunds }) => refunds)
    .filter(
      ({ reason, createdAt }) => BY_CANCELLING.has(reason) || (reason === 'provider' && createdAt >= at),
    )
}

/** Null where another sum was decided than the terms' own, or the terms do not make it of what was paid, as after a dispute. */
function termsOf(decided: Decided, total: Cents): CancellationContent['terms'] {
  const { percent, paid, fees, refundByTerms } = decided
  const share = refundByTerms > 0 ? refundByTerms + fees : 0
  const addsUp = refundByTerms === 0 || Math.abs(share - (paid * percent) / 100) < 1
  return total === refundByTerms && addsUp ? { percent, share, fees: share - refundByTerms } : null
}

export function refund(mail: Composing): RefundContent {
  const { facts, invoiceId } = mail
  const refunds = standing(refundsFor(facts, invoiceId))
  const { totalDue, stillToPay } = moneyOf(mail)
  return {
    type: 'refund',
    ...toGuest(mail),
    refunds: refunds.map(({ amount, createdAt }) => ({ amount, on: ranchDay(createdAt) })),
    back: moneyBack(refunds),
    stay:
      facts.reservation.status === 'confirmed' && facts.event.cancelledAt === null
        ? { totalDue, stillToPay }
        : null,
    links: stayLinks(mail),
  }
}

export function lateRefund(mail: Composing): LateRefundContent {
  const { facts, publicUrl } = mail
  const { urlName, showWaitlist, cancelledAt } = facts.event
  return {
    type: 'late-refund',
    ...toGuest(mail),
    back: moneyBack(lateRefunds(mail)),
    stay: lateStay(mail),
    waitlist: showWaitlist && cancelledAt === null,
    links: {
      event: links.absoluteLink(publicUrl, links.eventPath(urlName)),
      events: links.absoluteLink(publicUrl, links.eventsPath),
    },
  }
}

export function lateRefundAdmin(mail: Composing): LateRefundAdminContent {
  const { venue, publicUrl, guest } = mail
  const { id, purgedAt } = mail.facts.reservation
  const refunds = lateRefunds(mail)
  const counted = standing(refunds).length > 0 ? standing(refunds) : refunds
  return {
    type: 'late-refund-admin',
    venue,
    event: mailEvent(mail.facts),
    reservationId: id,
    guestName: purgedAt === null ? oneLine(guest.customerName) : null,
    amount: sum(counted),
    refund: refundState(refunds),
    stay: lateStay(mail),
    links: { reservation: links.absoluteLink(publicUrl, links.adminReservationPath(id)) },
  }
}

/** The refunds that a late payment led to: a cancelled stay may have others. */
const lateRefunds = ({ facts, invoiceId }: Composing) => refundsFor(facts, invoiceId)

function lateStay({ facts: { reservation, event } }: Composing): LateStay {
  if (event.cancelledAt !== null) return 'event-cancelled'
  return reservation.status === 'cancelled' ? 'stay-cancelled' : 'hold-ended'
}

function refundState(refunds: RefundFacts[]): LateRefundAdminContent['refund'] {
  const counted = standing(refunds)
  if (refunds.length > 0 && counted.length === 0) return 'failed'
  return counted.length > 0 && counted.every(({ status }) => status === 'succeeded')
    ? 'succeeded'
    : 'requested'
}

function moneyBack(refunds: Refund[]): MoneyBack {
  const total = (byHand: boolean, status: Refund['status']) =>
    sum(refunds.filter((one) => one.byHand === byHand && one.status === status))
  return {
    underWay: total(false, 'requested'),
    done: total(false, 'succeeded'),
    owed: total(true, 'owed'),
    given: total(true, 'succeeded'),
    refused: 0,
  }
}

const sumOf = ({ underWay, done, owed, given }: MoneyBack): Cents => underWay + done + owed + given
