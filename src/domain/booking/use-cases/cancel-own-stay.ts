/** Shows a guest what canceling their stay would refund, and cancels the stay. */
import { findEvent } from '#domain/events/store/events.ts'
import type { Database } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { FailureCodeOf, ParsedOf, ReplyOf } from '#shared/endpoint.ts'
import type { cancelOwnStay, getCancellation, GuestPlan } from '../contract/cancellation.ts'
import type { BookingDeps } from '../deps.ts'
import { type SelfCancelProblem, selfCancelProblem } from '../domain/guest-actions.ts'
import { isPayer } from '../domain/party.ts'
import type { Plan } from '../domain/refund-policy.ts'
import { findPartyAccounts } from '../payments/read-party-accounts.ts'
import { scheduleFor } from '../payments/refund-schedule.ts'
import { findCancellation } from '../store/refunds.ts'
import {
  findReservation,
  findReservationByUuid,
  listParty,
  type ReservationRow,
} from '../store/reservations.ts'
import {
  type Agreeing,
  cancelStay,
  listLeaving,
  type NotCancelled,
  toMembers,
  planRefunds,
} from './cancel-stay.ts'

/**
 * A guest who cancels cannot say that somebody takes over the spot. If somebody takes over a spot that the guest
 * passed on, `endReplaced` cancels the stay.
 */
const BY_GUEST = { cancelledBy: 'guest', replacementFound: false } as const

/** Outcome if the refund is no longer the amount that the guest was shown. `moved` is the present amount. */
interface Moved {
  moved: Cents
}

/** Reasons to refuse a guest's cancellation. Only an admin can send a stale version or a wrong amount. */
type GuestRefused = Exclude<NotCancelled, 'stale' | { fields: Record<string, string> }>

type Given = ReplyOf<typeof cancelOwnStay>

/**
 * Returns the reservation of a private link, or of the companion with the given id if the guest with the link pays
 * for that companion.
 */
export async function findOwnOrCompanion(
  db: Database,
  { uuid, companion }: { uuid: string; companion?: number | null | undefined },
): Promise<ReservationRow | 'not_found' | 'purged' | 'not_companion'> {
  const row = await findReservationByUuid(db, uuid)
  if (!row) return 'not_found'
  if (row.purgedAt) return 'purged'
  if (companion === undefined || companion === null) return row
  const other = companion === row.id ? undefined : await findReservation(db, companion)
  return other && isPayer(row) && other.partyId === row.id ? other : 'not_companion'
}

export async function readGuestPlan(
  { db, sealer, now }: BookingDeps,
  { uuid, party, companion }: ParsedOf<typeof getCancellation>['query'],
): Promise<GuestPlan | FailureCodeOf<typeof getCancellation>> {
  const row = await findOwnOrCompanion(db, { uuid, companion })
  if (typeof row === 'string') return row
  const event = await findEvent(db, row.eventId)
  if (!event) return 'not_found'
  if (row.purgedAt) return 'purged'
  const at = now()
  const problem = selfCancelProblem({ status: row.status, event, today: ranchDay(at) })
  if (problem) return problem
  const going = await listLeaving(db, row, { version: null, party, newPayer: null })
  if (going === 'not_payer') return going
  // The payer may not have chosen the next payer yet. The plan then shows only the payer's own refund, which does
  // not depend on that choice.
  const leaving = typeof going === 'string' ? ([row] as const) : going.going
  const books = await findPartyAccounts(db, row.id)
  if (!books) return 'not_found'
  const { plan, plans } = planRefunds(books, leaving, { order: BY_GUEST, event, now: at })
  const schedule = scheduleFor(books, [leaving[0].id, ...leaving.slice(1).map(({ id }) => id)], {
    startDateDate: event.startDateDate,
    today: plan.today,
  })
  const members = row.partyId === null ? [] : toMembers(sealer, plans)
  return { ...toGuestPlan(plan), schedule, members }
}

const toGuestPlan = (plan: Plan): Omit<GuestPlan, 'schedule' | 'members'> => ({
  ...plan,
  disputed: plan.paid - plan.most,
  ...givenOf(plan),
})

type Sums = Pick<Plan, 'refundByTerms' | 'refundToCards' | 'refundByHand' | 'feesKnown'>

/**
 * Returns the refund to show to the guest. While Stripe's fee is unknown, `refund` is the maximum, and the parts to
 * the card and without a card are unknown.
 */
function givenOf({ refundByTerms, refundToCards: refundToCard, refundByHand, feesKnown }: Sums): Given {
  if (!feesKnown) return { refund: refundByTerms, refundToCard: 0, refundByHand: 0, feesKnown }
  return { refund: refundToCard + refundByHand, refundToCard, refundByHand, feesKnown }
}

type OwnCancelling = ParsedOf<typeof cancelOwnStay>['body']

/**
 * Cancels a guest's own stay, or a companion's for the payer (R52.3). `refund` is the amount that the guest was shown. Repeating the request returns
 * the same reply.
 */
export async function cancelByGuest(
  deps: BookingDeps,
  { uuid, refund, party, newPayer, companion }: OwnCancelling,
): Promise<Given | Moved | SelfCancelProblem | GuestRefused | 'not_companion'> {
  const row = await findOwnOrCompanion(deps.db, { uuid, companion })
  if (typeof row === 'string') return row
  const cancelled = await cancelStay(deps, {
    ...BY_GUEST,
    id: row.id,
    party,
    newPayer,
    version: null,
    reason: null,
    sendEmail: true,
    by: { actor: 'guest' },
    agree: (facts: Agreeing) => disagreement(facts, refund),
  })
  if (cancelled === 'stale' || (typeof cancelled === 'object' && 'fields' in cancelled))
    throw new Error('A guest was refused for a version or an amount, which only admins send')
  if (cancelled !== 'done' && cancelled !== 'not_cancellable') return cancelled
  return (await readGiven(deps, row, { party, refund })) ?? 'not_cancellable'
}

function disagreement({ row, event, plan }: Agreeing, refund: Cents): SelfCancelProblem | Moved | null {
  const problem = selfCancelProblem({ status: row.status, event, today: plan.today })
  if (problem) return problem
  return plan.refundByTerms === refund ? null : { moved: plan.refundByTerms }
}

/**
 * Returns the refund that the guest's own cancellation has decided. Returns undefined if an admin canceled the
 * stay, or if the guest agreed to another amount.
 */
async function readGiven(
  { db, sealer }: BookingDeps,
  { id, partyId }: ReservationRow,
  { party, refund }: Pick<OwnCancelling, 'party' | 'refund'>,
): Promise<Given | undefined> {
  const own = await findCancellation(db, sealer, id)
  if (own?.cancelledBy !== 'guest') return undefined
  const members = party === 'all' && partyId !== null ? await listParty(db, partyId) : []
  const sums = givenOf(own)
  for (const other of members) {
    const note = other.id === id ? undefined : await findCancellation(db, sealer, other.id)
    if (note?.at.getTime() !== own.at.getTime()) continue
    const more = givenOf(note)
    sums.refund += more.refund
    sums.refundToCard += more.refundToCard
    sums.refundByHand += more.refundByHand
    sums.feesKnown &&= more.feesKnown
  }
  return sums.refund === refund ? sums : undefined
}
