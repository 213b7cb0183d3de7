/** The refund policy: what a cancelled stay refunds (R5.1, decision 24). Pure. */
import type { AwaitedRefund, CancelledBy } from '#platform/database/schema/cancellations.ts'
import { type Day, daysBetween } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'

/** Money that came for a reservation. */
export interface Received {
  paymentId: number
  /** `card`, or how it was paid by hand. */
  method: string
  paidAt: Date
  amount: Cents
  /** Given back before, or on its way: by the provider, or owed by hand. */
  refunded: Cents
  /** The charge's own fee; null where there is none, or the provider has not told. */
  fee: Cents | null
  /** Cents that disputes hold of it at present. */
  withdrawn: Cents
}

export interface PlanFacts {
  cancelledBy: CancelledBy
  /** A replacement takes the spot. */
  replacementFound: boolean
  /** The most cents that a replacement refunds: what the taker's payments give (R45.1). Missing: an admin found the replacement. */
  replacementGives?: Cents
  startDateDate: Day
  today: Day
}

interface PlanLine extends Received {
  /** Cents of the payment that this plan refunds. */
  refund: Cents
}

/** Sums in cents; see `refundPlan` of the contract. */
export interface Plan {
  cancelledBy: CancelledBy
  replacementFound: boolean
  today: Day
  daysBefore: number
  percent: number
  paid: Cents
  /** The fees that the terms keep, as far as they are known. */
  fees: Cents
  /** False: the terms keep a fee that the provider has not told, so `refundByTerms` is the most that they can give. */
  feesKnown: boolean
  refundByTerms: Cents
  most: Cents
  refundToCards: Cents
  refundByHand: Cents
  /** Newest payment first. */
  lines: PlanLine[]
}

export interface Decided {
  plan: Plan
  /** Why another sum than the terms' is refunded; null: the terms' is. */
  overrideReason: string | null
  /** Set while a fee is not known: the plan then gives nothing back yet. */
  awaited: AwaitedRefund | null
}

interface Tier {
  /** Percent of what is still with us. */
  percent: number
  /** True: the terms say "minus fees". */
  minusFees: boolean
  /** The most cents that the tier refunds. */
  most: Cents
}

const ALL: Tier = { percent: 100, minusFees: false, most: Infinity }

/** "Within 30 days no refund unless a replacement is found, then 90% (10% kept)": fewer than so many ranch days before. */
export const REPLACEABLE = { under: 30, percent: 90 }

/** The tiers of a guest who cancels, by ranch days before the start at least (R5.1). */
const FULL_TIER = { from: 90, percent: 100 }
const PART_TIER = { from: REPLACEABLE.under, percent: 75 }
const GUEST_TIERS = [FULL_TIER, PART_TIER]

/** The tier by ranch days before the start (R5.1). A replacement counts where the terms name one, and nowhere else. */
export function tierOf(
  plan: Pick<Plan, 'cancelledBy' | 'replacementFound' | 'daysBefore'> & Pick<PlanFacts, 'replacementGives'>,
): Tier {
  const { cancelledBy, replacementFound, replacementGives = Infinity, daysBefore } = plan
  if (cancelledBy === 'retreat') return ALL
  const found = GUEST_TIERS.find(({ from }) => daysBefore >= from)
  if (found) return { percent: found.percent, minusFees: true, most: Infinity }
  // Fees are not named here, so the tenth that is kept is all that is kept.
  return { percent: replacementFound ? REPLACEABLE.percent : 0, minusFees: false, most: replacementGives }
}

/** Cents of a payment that can still be refunded: not those that a bank has taken back, nor those refunded before. */
export const refundableCents = ({
  amount,
  refunded,
  withdrawn,
}: Pick<Received, 'amount' | 'refunded' | 'withdrawn'>) => Math.max(0, amount - refunded - withdrawn)

/** The refund plan of cancelling on `today`, by the terms. */
export function planRefund(money: readonly Received[], facts: PlanFacts): Plan {
  const { cancelledBy, replacementFound, startDateDate, today } = facts
  const daysBefore = daysBetween(today, startDateDate)
  const { percent, minusFees, most: mostOfTier } = tierOf({ ...facts, daysBefore })
  const newestFirst = [...money].sort(
    (a, b) => b.paidAt.getTime() - a.paidAt.getTime() || b.paymentId - a.paymentId,
  )
  const most = sumBy(newestFirst, refundableCents)
  const kept = minusFees ? newestFirst : []
  const fees = sumBy(kept, retainedFee)
  const refundByTerms = Math.min(mostOfTier, Math.max(0, shareOf(most, percent) - fees))
  const plan = {
    cancelledBy,
    replacementFound,
    today,
    daysBefore,
    percent,
    fees,
    feesKnown: !kept.some(isFeeMissing),
    refundByTerms,
    most,
    paid: sumBy(newestFirst, ({ amount, refunded }) => Math.max(0, amount - refunded)),
    lines: newestFirst.map((line) => ({ ...line, refund: 0 })),
  }
  return withSum({ ...plan, refundToCards: 0, refundByHand: 0 }, refundByTerms)
}

/** The same plan refunding another sum, of the newest payment first; never more than `most`. */
export function withSum(plan: Plan, sum: Cents): Plan {
  let open = Math.min(sum, plan.most)
  const lines = plan.lines.map((line) => {
    const refund = Math.min(open, refundableCents(line))
    open -= refund
    return Object.assign({}, line, { refund })
  })
  const given = (card: boolean) =>
    sumBy(lines, (line) => ((line.method === 'card') === card ? line.refund : 0))
  return { ...plan, lines, refundToCards: given(true), refundByHand: given(false) }
}

/** Several plans of the same day as one: what all of them together refund of each payment. */
export function sumPlans(plans: readonly [Plan, ...Plan[]]): Plan {
  const lines = new Map<number, PlanLine>()
  for (const line of plans.flatMap((plan) => plan.lines)) {
    const was = lines.get(line.paymentId)
    lines.set(line.paymentId, was ? sumLines(was, line) : line)
  }
  const total = (of: (plan: Plan) => Cents) => sumBy(plans, of)
  return {
    ...plans[0],
    paid: total(({ paid }) => paid),
    fees: total(({ fees }) => fees),
    feesKnown: plans.every(({ feesKnown }) => feesKnown),
    refundByTerms: total(({ refundByTerms }) => refundByTerms),
    most: total(({ most }) => most),
    refundToCards: total(({ refundToCards }) => refundToCards),
    refundByHand: total(({ refundByHand }) => refundByHand),
    lines: [...lines.values()],
  }
}

const sumLines = (one: PlanLine, other: PlanLine): PlanLine => ({
  ...one,
  amount: one.amount + other.amount,
  refunded: one.refunded + other.refunded,
  fee: one.fee === null || other.fee === null ? null : one.fee + other.fee,
  withdrawn: one.withdrawn + other.withdrawn,
  refund: one.refund + other.refund,
})

/** The problems of a sum that an admin wants instead of the terms', by field; null when there are none. */
export function overrideProblem(
  plan: Plan,
  { refund, reason }: { refund: Cents | undefined; reason: string | null },
): Record<string, string> | null {
  if (refund !== undefined && refund > plan.most) return { refund: 'That is more than can be refunded' }
  if (reason !== null) return null
  if (refund !== undefined && !isByTerms(plan, refund)) return { reason: 'Please say why' }
  return isByWord(plan) ? { reason: 'Please say who took the spot' } : null
}

type Cancelled = Pick<Plan, 'cancelledBy' | 'replacementFound' | 'daysBefore'>

/** True: the terms refund because somebody took the spot, and for no other reason. */
export const isReplaced = ({ cancelledBy, replacementFound, daysBefore }: Cancelled) =>
  cancelledBy === 'guest' && replacementFound && daysBefore < REPLACEABLE.under

/** True: a plan refunds for a replacement on an admin's word. No payment of a taker covers that, so it needs a reason (R45.4). */
export const isByWord = (plan: Cancelled & Pick<Plan, 'refundByTerms'>) =>
  isReplaced(plan) && plan.refundByTerms > 0

/** True: a sum is just what the terms give; while a fee is not known, nobody can tell. */
export const isByTerms = ({ feesKnown, refundByTerms }: Plan, sum: Cents) =>
  feesKnown && sum === refundByTerms

/**
 * The refund plan of a stay that was cancelled before its fees were known; null while one of them still is not, unless as
 * much was refunded meanwhile as the terms can give. `money`: as it is now; `facts`: of the day of cancelling. `refused`: cents
 * that were decided before and that the card refused, so an admin gives them.
 */
export function planAwaited(
  awaited: AwaitedRefund,
  money: readonly Received[],
  facts: PlanFacts & { refused?: Cents },
): Plan | null {
  const nowOf = (id: number) => money.find(({ paymentId }) => paymentId === id)
  const then = awaited.money.map(({ paidAt, ...line }) =>
    Object.assign(line, { paidAt: new Date(paidAt), fee: nowOf(line.paymentId)?.fee ?? line.fee }),
  )
  const terms = planRefund(then, facts)
  const refunded = sumBy(then, (line) => Math.max(0, (nowOf(line.paymentId)?.refunded ?? 0) - line.refunded))
  const since = refunded + (facts.refused ?? 0)
  const sum = Math.max(terms.refundByTerms, awaited.least)
  if (!terms.feesKnown && since < sum) return null
  const counted = then.flatMap(({ paymentId }) => nowOf(paymentId) ?? [])
  const { lines, refundToCards, refundByHand } = withSum(planRefund(counted, facts), Math.max(0, sum - since))
  return { ...terms, lines, refundToCards, refundByHand }
}

const isFeeMissing = (line: Received) =>
  line.method === 'card' && line.fee === null && refundableCents(line) > 0

/** A charge's fee is lost with it, as far as its money is still here. Cash has none. */
const retainedFee = (line: Received): Cents =>
  line.method === 'card' ? Math.min(line.fee ?? 0, refundableCents(line)) : 0

/** Rounded half up. */
export const shareOf = (sum: Cents, percent: number): Cents => Math.floor((sum * percent + 50) / 100)

const sumBy = <T>(items: readonly T[], of: (item: T) => Cents): Cents =>
  items.reduce((sum, item) => sum + of(item), 0)

/**
 * By the terms: at once where all fees that they keep are known, else as soon as they are. `least`: cents that a link has
 * promised, with `why` it is more than the terms give. `reason`: why an admin counts a replacement.
 */
export function decideRefund(
  plan: Plan,
  { sendEmail, least = 0, why = null, reason = null }: Deciding,
): Decided {
  // The promised sum is at least what the terms can give: whatever the fee is, it goes back.
  if (least > 0 && plan.refundByTerms <= least)
    return {
      plan: withSum(plan, least),
      overrideReason: plan.refundByTerms < least ? why : null,
      awaited: null,
    }
  if (plan.feesKnown) return { plan, overrideReason: isByWord(plan) ? reason : null, awaited: null }
  return { plan: withSum(plan, 0), overrideReason: null, awaited: { least, sendEmail, money: moneyOf(plan) } }
}

interface Deciding {
  sendEmail: boolean
  least?: Cents
  why?: string | null
  reason?: string | null
}

/** The money of a plan as it is on the day of canceling, to be written down. */
export const moneyOf = ({ lines }: Plan): AwaitedRefund['money'] =>
  lines.map(({ paymentId, method, paidAt, amount, refunded, withdrawn, fee }) => {
    return { paymentId, method, paidAt: paidAt.toISOString(), amount, refunded, withdrawn, fee }
  })

/** The rule of the terms for this many days before the start, as a sentence. */
export function tierText({ daysBefore }: Pick<Plan, 'daysBefore'>): string {
  if (daysBefore >= FULL_TIER.from)
    return `${FULL_TIER.from} days or more before the start: a full refund, minus fees.`
  if (daysBefore >= PART_TIER.from)
    return `${PART_TIER.from} to ${FULL_TIER.from} days before the start: a ${PART_TIER.percent}% refund, minus fees.`
  return `Within ${REPLACEABLE.under} days of the start: no refund, unless somebody takes your spot. Then ${REPLACEABLE.percent}% of what they pay for it.`
}

/** All that a guest who cancels gets back, in a line, for whoever has not booked yet. */
export function tiersText(): string {
  const tiers = GUEST_TIERS.map(
    ({ from, percent }) =>
      `${percent === 100 ? 'all of it' : `${percent}%`} until ${from} days before the start`,
  )
  return `If you cancel, we refund ${tiers.join(', ')} (less card fees), and after that, if somebody takes your spot, ${REPLACEABLE.percent}% of what they pay for it.`
}
