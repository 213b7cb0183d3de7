/**
 * Cancels a stay and decides its refund in the caller's transaction. Used when a guest or admin cancels the stay,
 * and when another guest takes over its spot.
 */
import { z } from 'zod'
import { enqueueLimitedEmail } from '#platform/limited-emails.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { findEvent } from '#domain/events/store/events.ts'
import { type Actor, type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { ReplacedStay } from '#platform/database/schema/cancellations.ts'
import { enqueue, jobKind } from '#platform/outbox.ts'
import { openColumns } from '#platform/sealing.ts'
import { ranchDay } from '#shared/days.ts'
import { postKept } from '#domain/money/ledger/store/post.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import {
  refundGuest,
  handOver,
  leaveParty,
  type PartyAccounts,
  paidForStay,
  receivedFor,
  refundKeyOf,
  stayPrice,
} from '../domain/party-accounts.ts'
import { isCompanion, payerOf } from '../domain/party.ts'
import { type Decided, moneyOf, type Plan, planRefund } from '../domain/refund-policy.ts'
import { withPromisedRefund, isAllPaid, replacementGives, takenParts } from '../domain/replacement.ts'
import { isCharging } from '../store/saved-cards.ts'
import { enqueueApply, listOpenIntentsOf } from '../store/payment-intents.ts'
import {
  enqueueAwaitedRefund,
  insertCancellation,
  joinRefunds,
  listReplacedBy,
  requestRefund,
} from '../store/refunds.ts'
import {
  findReservation,
  listChoices,
  type ReservationRow,
  endReplacementLink,
} from '../store/reservations.ts'
import { auditReservation, cancel } from '../transitions.ts'
import {
  findPartyAccounts,
  lockPartyAccounts,
  writePartyAccounts,
  listCompanions,
} from './read-party-accounts.ts'

type Deps = Pick<BookingDeps, 'sealer' | 'settings'>

/** Actor in the audit log for a stay that ends because another guest took over its spot. */
const BY_REPLACEMENT = { actor: 'job:replacement' }

/**
 * The job for a companion whose spot another guest took over while the payer had a payment open. It removes the
 * companion's part from the payer's invoices. `paid` has the ids of the payments that were made for the companion
 * before the cancellation, separated by commas.
 */
export const REMOVE_LEAVER = jobKind(
  'remove-leaver',
  z.object({ reservationId: z.number(), paid: z.string() }),
)

/**
 * Cancels a stay in the same transaction that confirms the taker of its spot. So the two stays never count as two
 * spots. The caller holds the event's lock. The stay's open payments are canceled at Stripe right after the
 * transaction. A payment that succeeds before that is refunded (`settle`). If the stay is a companion's and the
 * payer is paying right now, a job removes the companion's part from the invoice later.
 */
export async function endReplaced(
  tx: Transaction,
  deps: Deps,
  { id, takerId, now }: { id: number; takerId: number | null; now: Date },
): Promise<void> {
  const locked = await lockPartyAccounts(tx, id)
  const found = await findReservation(tx, id)
  const event = found && (await findEvent(tx, found.eventId))
  if (!locked || !found || !event || found.status !== 'confirmed') return
  const open = await listOpenIntentsOf(tx, { reservationId: payerOf(found) })
  // A guest with companions cannot pass on a spot. But a companion may have been added after the guest made the
  // link.
  const [next] = await listCompanions(tx, found)
  const order = { books: locked, sendEmail: true, by: BY_REPLACEMENT, now }
  const books = next ? await makePayer(tx, deps, { ...order, nextId: next.id }) : locked
  const row = { ...found, partyId: next?.id ?? found.partyId }
  // When the venue cancels an event, every guest is refunded in full. That includes a guest who had passed on the
  // spot.
  const cancelledBy = event.cancelledAt === null ? 'guest' : 'retreat'
  const { startDateDate } = event
  const taken = takerId === null ? null : await readTaken(tx, { leaver: locked, id, takerId })
  const gives = taken ? replacementGives(taken.parts, taken.paid) : 0
  const facts = {
    cancelledBy,
    replacementFound: true,
    replacementGives: gives,
    startDateDate,
    today: ranchDay(now),
  } as const
  const decided = withPromisedRefund(planRefund(receivedFor(books, id), facts), gives)
  const isOpen = taken && cancelledBy === 'guest' && !isAllPaid(taken.parts, taken.paid)
  const replaced = isOpen
    ? { takerId: taken.takerId, parts: taken.parts, money: moneyOf(decided.plan) }
    : null
  const isPaying = open.length > 0 || (await isCharging(tx, { reservationId: payerOf(found) }))
  const staysAsked = isCompanion(row) && isPaying
  const cancelling = { row, decided, sendEmail: true, tellPayer: isCompanion(row), by: BY_REPLACEMENT, now }
  await cancelWithRefund(tx, deps, { ...cancelling, replaced, staysAsked })
  await endReplacementLink(tx, id, now)
  if (staysAsked) {
    const paid = decided.plan.lines.map(({ paymentId }) => paymentId).join(',')
    const input = { reservationId: id, paid }
    await enqueue(tx, REMOVE_LEAVER, { input, dedupeKey: `left-party:${id}`, runAt: now })
  }
  // The dedupe key contains the stay's version. If the stay is reinstated and taken over again while the same
  // payment is open, the second job needs its own key.
  for (const intentId of isCompanion(row) ? [] : open) {
    await enqueueApply(tx, intentId, { dedupeKey: `replaced:${intentId}:${found.version}`, now })
  }
}

/**
 * Returns what the guest who took over a spot has paid. Also returns that guest's price for the stay and each
 * option, with what the leaver paid for the same thing.
 */
async function readTaken(
  tx: Transaction,
  { leaver, id, takerId }: { leaver: PartyAccounts; id: number; takerId: number },
) {
  const books = await findPartyAccounts(tx, takerId)
  if (!books) return null
  const own = {
    price: stayPrice(leaver, id),
    choices: await listChoices(tx, id),
    paid: paidForStay(leaver, id),
  }
  const theirs = { price: stayPrice(books, takerId), choices: await listChoices(tx, takerId) }
  return { takerId, parts: takenParts(own, theirs), paid: paidForStay(books, takerId) }
}

/**
 * Enqueues a new decision about the refunds of guests whose spots this guest took over. Those refunds depend on
 * this guest's payments, which have changed (R45.3).
 */
export async function enqueueReplaced(tx: Transaction, reservationId: number, now: Date): Promise<void> {
  for (const id of await listReplacedBy(tx, reservationId)) await enqueueAwaitedRefund(tx, id, now)
}

export interface Cancelling {
  row: ReservationRow
  decided: Decided
  /**
   * What the guest who took over the spot bought. Set if further payments by that guest may increase the refund of
   * this canceled stay.
   */
  replaced?: ReplacedStay | null
  sendEmail: boolean
  tellPayer: boolean
  /**
   * True if an invoice still asks for a canceled companion's unpaid part, because the payer may be paying it right
   * now.
   */
  staysAsked?: boolean
  by: Actor
  now: Date
}

/**
 * Cancels a stay: requests its refunds or records that an admin owes them, e-mails the guest, enqueues the
 * waitlist's job, and updates the party's amounts. Returns the ids of the refunds that an admin owes. The caller
 * holds the locks of the event, the party's reservations, their invoices and payments.
 */
export async function cancelWithRefund(tx: Transaction, deps: Deps, order: Cancelling): Promise<number[]> {
  const { sealer } = deps
  const { row, decided, by, sendEmail, tellPayer, staysAsked, now } = order
  const { id } = row
  const before = await findPartyAccounts(tx, id)
  await cancel(tx, deps, { reservation: row, by, now, details: auditDetails(order) })
  await insertCancellation(tx, sealer, {
    ...decided,
    replaced: order.replaced ?? null,
    reservationId: id,
    wasHold: row.status === 'pending',
    now,
  })
  if (before) {
    const left = staysAsked ? before : leaveParty(before, id)
    await writePartyAccounts(tx, { before, after: refundGuest(left, id, decided.plan.lines), now })
  }
  const owed = await writeRefunds(tx, deps, { ...order, plan: decided.plan })
  await postKept(tx, id, now)
  if (decided.awaited) await enqueueAwaitedRefund(tx, id, now)
  const told = { about: id, isPaid: decided.plan.paid > 0 }
  const own = { ...told, type: 'cancellation', key: cancellationEmailKey(id) } as const
  if (sendEmail && row.email !== null) await enqueueTo(tx, deps, { ...own, to: row }, order)
  const payer = tellPayer && row.partyId !== null ? await findReservation(tx, row.partyId) : undefined
  const payers = { ...told, type: 'companion-cancelled', key: payerEmailKey(id) } as const
  if (payer) await enqueueTo(tx, deps, { ...payers, to: payer }, order)
  return owed
}

/**
 * Makes a companion the payer in the caller's transaction. Moves the invoices and payments, writes the audit log of
 * both guests, and e-mails the new payer if they have an address (R39.9). Returns the party's accounts afterwards.
 * The caller holds the locks of the event and of these rows.
 */
export async function makePayer(
  tx: Transaction,
  deps: Pick<Deps, 'sealer' | 'settings'>,
  order: { books: PartyAccounts; nextId: number; sendEmail: boolean; by: Actor; now: Date },
): Promise<PartyAccounts> {
  const { books, nextId, sendEmail, by, now } = order
  const row = await findReservation(tx, nextId)
  if (!row) throw new Error(`Reservation ${nextId} is gone`)
  const after = handOver(books, nextId)
  await writePartyAccounts(tx, { before: books, after, now })
  for (const id of [nextId, payerOf(row)]) {
    const stay = { id, eventId: row.eventId }
    await auditReservation(tx, deps, { row: stay, action: 'reservation.payerChanged', by, now })
  }
  const isPaid = books.invoices.some(({ payment }) => payment !== null)
  const key = `pays-now:${nextId}:${row.version}`
  if (sendEmail && row.email !== null)
    await enqueueTo(tx, deps, { to: row, about: nextId, isPaid, type: 'pays-now', key }, { by, now })
  return after
}

interface CancellationEmail {
  to: ReservationRow
  about: number
  isPaid: boolean
  type: 'cancellation' | 'companion-cancelled' | 'pays-now'
  key: string
}

/**
 * Enqueues an e-mail about a canceled stay. If nothing was paid, the e-mail is rate limited, because anyone can
 * create and cancel an unpaid stay (docs/decisions/0051). An e-mail to a guest without an address is dropped when it
 * is due.
 */
async function enqueueTo(
  tx: Transaction,
  deps: Pick<Deps, 'sealer' | 'settings'>,
  { to, about: reservationId, isPaid, type, key }: CancellationEmail,
  { by, now }: Pick<Cancelling, 'by' | 'now'>,
) {
  const mail = { type, reservationId, key, now }
  const { eventId } = to
  const { email } = openColumns(deps.sealer, 'reservations', to, 'email')
  if (email === null || isPaid || by.actor.startsWith('admin:')) await enqueueEmail(tx, mail)
  else await enqueueLimitedEmail(tx, deps, { ...mail, email, eventId, actor: by.actor })
}

export const cancellationEmailKey = (reservationId: number) => `cancellation:${reservationId}`

export const payerEmailKey = (companionId: number) => `companion-cancelled:${companionId}`

/**
 * Writes the refunds of a plan, and returns the ids of those that an admin owes. `given` is the number of cents that
 * earlier decisions already refunded for the stay.
 */
export async function writeRefunds(
  tx: Transaction,
  { sealer }: Pick<Deps, 'sealer'>,
  { row, plan, given = 0, by, now }: Pick<Cancelling, 'row' | 'by' | 'now'> & { plan: Plan; given?: Cents },
): Promise<number[]> {
  const { id, eventId } = row
  const reason = plan.cancelledBy === 'retreat' ? 'retreat-cancelled' : 'cancelled'
  const lines = plan.lines.filter((line) => line.refund > 0)
  const keyOf = (paymentId: number) => refundKeyOf(id, paymentId, given)
  const owed: number[] = []
  for (const { paymentId, method, refund: amount } of lines) {
    const refundId = await requestRefund(tx, {
      method,
      paymentId,
      key: keyOf(paymentId),
      amount,
      reason,
      now,
    })
    if (method !== 'card') owed.push(refundId)
  }
  await joinRefunds(tx, owed)
  const entries = lines.map(({ paymentId, method, refund: amount }) => ({
    ...by,
    action: method === 'card' ? 'refund.requested' : 'refund.owed',
    entity: 'payment',
    entityId: paymentId,
    eventId,
    reservationId: id,
    details: { key: keyOf(paymentId), amount },
    at: now,
  }))
  await recordAudit(tx, sealer, entries)
  return owed
}

function auditDetails({ row, decided, sendEmail }: Cancelling): AuditEntry['details'] {
  const { cancelledBy, daysBefore, percent, fees, refundByTerms, refundToCards, refundByHand } = decided.plan
  const { overrideReason } = decided
  const sums = { percent, fees, refundByTerms, refundToCards, refundByHand }
  return { from: row.status, cancelledBy, daysBefore, ...sums, overrideReason, sendEmail }
}
