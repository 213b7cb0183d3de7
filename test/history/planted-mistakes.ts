/**
 * Wraps the site's code with deliberate mistakes, to prove that the checks of the random tests find each of
 * them.
 */
import { eq } from 'drizzle-orm'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import type { BookingDeps } from '#domain/booking/deps.ts'
import type * as Replacement from '#domain/booking/domain/replacement.ts'
import type * as RefundPolicy from '#domain/booking/domain/refund-policy.ts'
import type * as Settle from '#domain/booking/domain/settle.ts'
import type * as SignUpDomain from '#domain/booking/domain/sign-up.ts'
import type * as AskMailbox from '#domain/booking/use-cases/request-confirmation.ts'
import type * as RenewLinks from '#domain/booking/use-cases/renew-links.ts'
import type * as OfferStore from '#domain/booking/waitlist/store/offers.ts'
import type * as SignUp from '#domain/booking/use-cases/sign-up.ts'
import type * as RosterTable from '#domain/guests/roster/csv.ts'
import type * as Roster from '#domain/guests/roster/contract.ts'
import type * as MoneyRules from '#shared/reservation-money.ts'
import type * as EmailFacts from '#domain/mail/emails/facts/reservation.ts'
import type * as EmailStore from '#platform/email-queue.ts'
import type * as Ledger from '#domain/money/ledger/store/read.ts'
import type * as IntentStore from '#domain/booking/store/payment-intents.ts'

export type Mistake =
  | 'sign-up ignores how many spots are left'
  | 'the event is not locked'
  | 'a late payment takes a taken spot'
  | 'a hold never expires'
  | 'a payment without an invoice is not refunded'
  | 'a refund is requested twice'
  | 'a confirmation is e-mailed twice'
  | 'totals ignore refunds'
  | 'a late failure expires a paid reservation'
  | 'a cancellation ignores earlier refunds'
  | 'a taker who pays nothing brings a refund of 90 %'
  | 'a discount counts as paid'
  | 'choices that the taker did not take are refunded'
  | 'a refund is made before the taker pays'
  | 'a further refund ignores the first one'
  | 'the Terms keep nothing'
  | 'a refund is split by the current price'
  | 'goodwill counts as an overpayment'
  | 'the table for programs counts refunds as paid'
  | 'the roster counts refunds as paid'
  | 'anybody can repeat an attempt'
  | 'a corrected address keeps its links'
  | 'a corrected address keeps its offer'
  | 'a free party is confirmed immediately'
  | 'a free take-over is confirmed immediately'
  | 'companions are invited while their spots are held'
  | 'an e-mail key contains only the reservation'
  | 'the e-mail key of new dates contains only the version'
  | 'the e-mail key of a full payment is its invoice'
  | 'a retracted e-mail keeps its key'
  | 'an e-mail is enqueued twice'
  | 'an e-mail counts refunds as paid'
  | 'an e-mail ignores extra charges'
  | 'an e-mail ignores an open invoice'
  | 'a statement counts failed refunds'
  | 'a statement ignores manual payments'
  | 'the journal leaves out payments'

/** The planted mistake that is active now. Null if none is. */
export const planted: { mistake: Mistake | null } = { mistake: null }

export function plantInSettle(real: typeof Settle): typeof Settle {
  const settle: typeof Settle.settle = (booking, facts, now) => {
    const spotFree = planted.mistake === 'a late payment takes a taken spot' || booking.spotFree
    const changes = real.settle({ ...booking, spotFree }, facts, now)
    switch (planted.mistake) {
      case 'a hold never expires':
        return changes.filter((change) => change.do !== 'expire')
      case 'a payment without an invoice is not refunded':
        return changes.filter((change) => change.do !== 'refund' || change.reason !== 'orphan')
      case 'a refund is requested twice':
        return twice(changes)
      case 'a confirmation is e-mailed twice':
        return changes.flatMap((change) => (change.do === 'confirm' ? [change, MAIL_AGAIN] : [change]))
      default:
        return changes
    }
  }
  return { ...real, settle }
}

const MAIL_AGAIN: Settle.Change = { do: 'mail', type: 'invoice-success', key: 'invoice-success:again' }

/**
 * Requests each refund a second time. Uses a new idempotency key, because the site refuses a repeated one.
 */
function twice(changes: Settle.Change[]): Settle.Change[] {
  const again = changes.flatMap((change) =>
    change.do === 'refund' ? [{ ...change, key: `${change.key}:again` }] : [],
  )
  return [...changes, ...again]
}

export function plantInSignUpRules(real: typeof SignUpDomain): typeof SignUpDomain {
  const signUpProblem: typeof SignUpDomain.signUpProblem = (facts) =>
    real.signUpProblem(
      planted.mistake === 'sign-up ignores how many spots are left'
        ? { ...facts, left: facts.wanted }
        : facts,
    )
  const isOfPerson: typeof SignUpDomain.isOfPerson = (...facts) =>
    planted.mistake === 'anybody can repeat an attempt' || real.isOfPerson(...facts)
  return { ...real, signUpProblem, isOfPerson }
}

export function plantInAskMailbox(real: typeof AskMailbox): typeof AskMailbox {
  const requestConfirmation: typeof AskMailbox.requestConfirmation = async (tx, deps, held) => {
    const isAsked = await real.requestConfirmation(tx, deps, held)
    // Imports these modules only here, because they import other modules that this file replaces.
    const { findReservation, listParty } = await import('#domain/booking/store/reservations.ts')
    const { enqueueEmail } = await import('#platform/email-queue.ts')
    const { confirmHold } = await import('#domain/booking/payments/confirm-hold.ts')
    const reservation = await findReservation(tx, held.row.id)
    if (!reservation) return isAsked
    const { id, partyId, replacesId } = reservation
    const now = deps.now()
    const isParty = planted.mistake === 'a free party is confirmed immediately' && partyId !== null
    const isTakeOver = planted.mistake === 'a free take-over is confirmed immediately' && replacesId !== null
    if (isParty || isTakeOver)
      await confirmHold(tx, deps, { reservation, freeFor: held.email, by: { actor: 'guest' }, now })
    const invites = planted.mistake === 'companions are invited while their spots are held'
    const party = invites && partyId !== null ? await listParty(tx, partyId) : []
    for (const { id: reservationId } of party) {
      const mail = { type: 'companion-invited', key: `companion-invited:${reservationId}` } as const
      if (reservationId !== id) await enqueueEmail(tx, { ...mail, reservationId, now })
    }
    return isAsked
  }
  return { ...real, requestConfirmation }
}

export function plantInRenewLinks(real: typeof RenewLinks): typeof RenewLinks {
  const renewLinks: typeof RenewLinks.renewLinks = async (...args) => {
    if (planted.mistake !== 'a corrected address keeps its links') await real.renewLinks(...args)
  }
  return { ...real, renewLinks }
}

export function plantInOfferStore(real: typeof OfferStore): typeof OfferStore {
  const renewOfferLinks: typeof OfferStore.renewOfferLinks = async (...args) =>
    planted.mistake === 'a corrected address keeps its offer' ? false : real.renewOfferLinks(...args)
  return { ...real, renewOfferLinks }
}

export function plantInSignUp(real: typeof SignUp): typeof SignUp {
  const signUp: typeof SignUp.signUp = (deps, ...rest) =>
    real.signUp(planted.mistake === 'the event is not locked' ? unlocked(deps) : deps, ...rest)
  return { ...real, signUp }
}

/**
 * Returns dependencies whose `db.transaction` opens no transaction. So each lock already ends with its
 * statement.
 */
function unlocked(deps: BookingDeps): BookingDeps {
  const db = Object.create(deps.db) as BookingDeps['db']
  db.transaction = (work) => work(db as never)
  return { ...deps, db }
}

export function plantInMoneyRules(real: typeof MoneyRules): typeof MoneyRules {
  const moneyOf: typeof MoneyRules.moneyOf = (sums) => {
    switch (planted.mistake) {
      case 'totals ignore refunds':
        return real.moneyOf({ ...sums, refunded: real.NOTHING_REFUNDED })
      case 'a refund is split by the current price':
        return real.moneyOf(judgedToday(sums))
      default:
        return real.moneyOf(sums)
    }
  }
  const overpaidOf: typeof MoneyRules.overpaidOf = (sums) =>
    planted.mistake === 'goodwill counts as an overpayment' ? Number.MAX_SAFE_INTEGER : real.overpaidOf(sums)
  return { ...real, moneyOf, overpaidOf }
}

const allOf = (refunded: MoneyRules.Refunded) =>
  Object.values(refunded).reduce((sum, cents) => sum + cents, 0)

/**
 * A planted mistake: splits refunds by today's price instead of as recorded. The part of the refunds above
 * that price counts as overpayment, and the rest as goodwill.
 */
function judgedToday(sums: MoneyRules.MoneySums): MoneyRules.MoneySums {
  const { late, cancellation, overpayment, goodwill } = sums.refunded
  const over = Math.max(0, sums.received - late - cancellation - sums.price - sums.extras)
  const returned = Math.min(over, overpayment + goodwill)
  const refunded = { late, cancellation, overpayment: returned, goodwill: overpayment + goodwill - returned }
  return { ...sums, refunded }
}

export function plantInRosterTable(real: typeof RosterTable): typeof RosterTable {
  for (const column of real.GUEST_FIELDS) {
    if (column.heading !== 'totalPaid') continue
    const { value } = column
    column.value = (guest) =>
      planted.mistake === 'the table for programs counts refunds as paid'
        ? guest.totalPaid + allOf(guest.money.refunded)
        : value(guest)
  }
  return real
}

export function plantInRoster(real: typeof Roster): typeof Roster {
  const toGuest: typeof Roster.toGuest = (reservation) => {
    const guest = real.toGuest(reservation)
    if (planted.mistake !== 'the roster counts refunds as paid') return guest
    return { ...guest, totalPaid: guest.totalPaid + allOf(reservation.money.refunded) }
  }
  return { ...real, toGuest }
}

export function plantInRefundPolicy(real: typeof RefundPolicy): typeof RefundPolicy {
  const planRefund: typeof RefundPolicy.planRefund = (money, facts) => {
    const forgetful = planted.mistake === 'a cancellation ignores earlier refunds'
    const { replacementFound, replacementGives, ...others } = facts
    if (planted.mistake === 'a taker who pays nothing brings a refund of 90 %' && replacementGives === 0)
      return real.planRefund(money, { ...others, replacementFound })
    if (planted.mistake === 'the Terms keep nothing' && !replacementFound && facts.cancelledBy === 'guest')
      return { ...real.planRefund(money, { ...facts, replacementFound: true }), replacementFound }
    return real.planRefund(forgetful ? money.map((line) => ({ ...line, refunded: 0 })) : money, facts)
  }
  const planAwaited: typeof RefundPolicy.planAwaited = (awaited, money, facts) => {
    const forgetful = planted.mistake === 'a further refund ignores the first one'
    const refundedOf = (id: number) => money.find(({ paymentId }) => paymentId === id)?.refunded ?? 0
    const then = awaited.money.map((line) => ({ ...line, refunded: refundedOf(line.paymentId) }))
    return real.planAwaited(forgetful ? { ...awaited, money: then } : awaited, money, facts)
  }
  return { ...real, planRefund, planAwaited }
}

export function plantInReplacement(real: typeof Replacement): typeof Replacement {
  const takenParts: typeof Replacement.takenParts = (leaver, taker) => {
    const parts = real.takenParts(leaver, taker)
    const taken = new Set(taker.choices.map(({ id }) => id))
    const left = leaver.choices.filter(({ id }) => !taken.has(id))
    if (planted.mistake !== 'choices that the taker did not take are refunded') return parts
    // A negative `own` marks options that the taker of the spot has not chosen. The code below refunds them
    // as if the taker paid for them.
    return [...parts, ...left.map(({ price }) => ({ price: 0, own: -price }))]
  }
  const replacementGives: typeof Replacement.replacementGives = (parts, paid) => {
    const own = parts.reduce((sum, part) => sum + Math.max(0, part.own), 0)
    const alone = parts.reduce((sum, part) => sum - Math.min(0, part.own), 0)
    const real90 = real.replacementGives(
      parts.filter((part) => part.own >= 0),
      paid,
    )
    switch (planted.mistake) {
      case 'a discount counts as paid':
        return paid > 0 && real.isAllPaid(parts, paid) ? Math.floor(own * 0.9) : real90
      case 'choices that the taker did not take are refunded':
        return real90 + Math.floor(alone * 0.9)
      case 'a refund is made before the taker pays':
        return real.replacementGives(parts, Number.MAX_SAFE_INTEGER)
      default:
        return real90
    }
  }
  return { ...real, takenParts, replacementGives }
}

export function plantInIntentStore(real: typeof IntentStore): typeof IntentStore {
  const insertWebhookEvent: typeof IntentStore.insertWebhookEvent = async (tx, notice, now) => {
    const isNew = await real.insertWebhookEvent(tx, notice, now)
    if (
      planted.mistake !== 'a late failure expires a paid reservation' ||
      !notice.type.endsWith('payment_failed')
    )
      return isNew
    const [intent] = await tx
      .select({ reservationId: invoices.reservationId })
      .from(paymentIntents)
      .innerJoin(invoices, eq(invoices.id, paymentIntents.invoiceId))
      .where(eq(paymentIntents.id, notice.intentId ?? ''))
    const ended = { status: 'expired' as const, holdExpiresAt: null }
    await tx
      .update(reservations)
      .set(ended)
      .where(eq(reservations.id, intent?.reservationId ?? 0))
    return isNew
  }
  return { ...real, insertWebhookEvent }
}

export function plantInEmailStore(real: typeof EmailStore): typeof EmailStore {
  const enqueueEmail: typeof EmailStore.enqueueEmail = async (tx, cause) => {
    const queued = await real.enqueueEmail(tx, { ...cause, key: plantedKey(cause) })
    if (planted.mistake === 'an e-mail is enqueued twice')
      await real.enqueueEmail(tx, { ...cause, key: `${cause.key}:again` })
    return queued
  }
  const retractEmails: typeof EmailStore.retractEmails = async (tx, keys) => {
    if (planted.mistake !== 'a retracted e-mail keeps its key') await real.retractEmails(tx, keys)
  }
  return { ...real, enqueueEmail, retractEmails }
}

function plantedKey({ type, reservationId, invoiceId, key }: EmailStore.EmailCause): string {
  switch (planted.mistake) {
    case 'an e-mail key contains only the reservation':
      return `${type}:${reservationId}`
    case 'the e-mail key of new dates contains only the version':
      return type === 'dates-moved' ? key.replace(/:\d+(?=:\d+$)/, '') : key
    case 'the e-mail key of a full payment is its invoice':
      return key.startsWith('fully-paid:') ? `fully-paid:${invoiceId}` : key
    default:
      return key
  }
}

export function plantInEmailFacts(real: typeof EmailFacts): typeof EmailFacts {
  const pricedFacts: typeof EmailFacts.pricedFacts = (source) => {
    const { stay } = source
    const facts = real.pricedFacts(source)
    if (!stay) return facts
    const { refunded, extras } = stay.money
    switch (planted.mistake) {
      case 'an e-mail counts refunds as paid': {
        const totalPaid = stay.totalPaid + allOf(refunded)
        return real.pricedFacts({ ...source, stay: { ...stay, totalPaid } })
      }
      case 'an e-mail ignores extra charges':
        return real.pricedFacts({ ...source, stay: { ...stay, totalDue: stay.totalDue - extras } })
      case 'an e-mail ignores an open invoice':
        return { ...facts, open: facts.open.slice(0, 1) }
      default:
        return facts
    }
  }
  return { ...real, pricedFacts }
}

export function plantInLedger(real: typeof Ledger): typeof Ledger {
  const listSums: typeof Ledger.listSums = async (db, days) => {
    const sums = await real.listSums(db, days)
    switch (planted.mistake) {
      // What a failed refund returns to the balance is a debit.
      case 'a statement counts failed refunds':
        return sums.map((sum) =>
          sum.account === 'stripe_balance' && sum.kind === 'refund_made' ? { ...sum, debits: 0 } : sum,
        )
      case 'a statement ignores manual payments':
        return sums.filter(({ account }) => account !== 'undeposited')
      default:
        return sums
    }
  }
  const listEntries: typeof Ledger.listEntries = async (db, days) => {
    const entries = await real.listEntries(db, days)
    return planted.mistake === 'the journal leaves out payments'
      ? entries.filter(({ kind }) => kind !== 'payment')
      : entries
  }
  return { ...real, listSums, listEntries }
}
