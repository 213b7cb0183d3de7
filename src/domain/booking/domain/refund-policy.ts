/** The refund policy: how much a canceled stay refunds (R5.1, decision 24). Pure. */
import type { AwaitedRefund, CancelledBy } from '#platform/database/schema/cancellations.ts'
import { addDays, type Day, daysBetween } from '#shared/days.ts'
import { formatDayRangeShort } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'

export interface Received {
  paymentId: number
  /** `card`, or the method of a manual payment. */
  method: string
  paidAt: Date
  amount: Cents
  /** Cents of the payment that were refunded, are being refunded, or that an admin still owes the guest. */
  refunded: Cents
  /** Stripe's fee in cents for this charge. Null if there is none or Stripe has not reported it yet. */
  fee: Cents | null
  /** Cents of the payment that banks have withdrawn because the guest disputes it. */
  withdrawn: Cents
}

export interface PlanFacts {
  cancelledBy: CancelledBy
  /** True if another guest takes over the spot. */
  replacementFound: boolean
  /**
   * The most cents that the Terms refund to a guest whose spot another guest takes over. Limited by what that other
   * guest pays (R45.1). Missing if only an admin says that somebody takes the spot.
   */
  replacementGives?: Cents
  startDateDate: Day
  today: Day
}

interface PlanLine extends Received {
  /** Cents of this payment that the plan refunds. */
  refund: Cents
}

/**
 * Refunds for a cancellation, computed by the Terms. Amounts in cents; see `refundPlan` in the API contract.
 */
export interface Plan {
  cancelledBy: CancelledBy
  replacementFound: boolean
  today: Day
  daysBefore: number
  percent: number
  paid: Cents
  /** Cents of Stripe's fees that the Terms do not refund, as far as Stripe has reported them. */
  fees: Cents
  /**
   * False if Stripe has not yet reported a fee that the Terms let the venue keep. Then `refundByTerms` is the
   * maximum.
   */
  feesKnown: boolean
  refundByTerms: Cents
  most: Cents
  refundToCards: Cents
  refundByHand: Cents
  lines: PlanLine[]
}

export interface Decided {
  plan: Plan
  /** Why the refund differs from the Terms; null if it does not differ. */
  overrideReason: string | null
  /**
   * What to compute the refund from once Stripe reports a missing fee. Until then the plan refunds nothing. Null if
   * no fee is missing.
   */
  awaited: AwaitedRefund | null
}

interface Tier {
  /** Percentage that the tier refunds of the money left after earlier refunds. */
  percent: number
  /** True if the Terms refund "minus card fees" in this tier. */
  minusFees: boolean
  /** The most cents that this tier refunds. */
  most: Cents
}

const ALL: Tier = { percent: 100, minusFees: false, most: Infinity }

/**
 * In the last 30 days before the start, the Terms refund nothing. If another guest takes over the spot, the Terms
 * refund 90 % and the venue keeps 10 %.
 */
export const REPLACEABLE = { under: 30, percent: 90 }

/** Tiers for guests who cancel (R5.1). A tier applies if at least `from` days are left until the start. */
const FULL_TIER = { from: 90, percent: 100 }
const PART_TIER = { from: REPLACEABLE.under, percent: 75 }
const GUEST_TIERS = [FULL_TIER, PART_TIER]

/**
 * Returns the tier for this number of days before the start (R5.1). A replacement counts only in the last 30 days.
 */
export function tierOf(
  plan: Pick<Plan, 'cancelledBy' | 'replacementFound' | 'daysBefore'> & Pick<PlanFacts, 'replacementGives'>,
): Tier {
  const { cancelledBy, replacementFound, replacementGives = Infinity, daysBefore } = plan
  if (cancelledBy === 'retreat') return ALL
  const found = GUEST_TIERS.find(({ from }) => daysBefore >= from)
  if (found) return { percent: found.percent, minusFees: true, most: Infinity }
  // In the last 30 days, the Terms mention no Stripe fees, because the 10 % that the venue keeps cover them.
  return { percent: replacementFound ? REPLACEABLE.percent : 0, minusFees: false, most: replacementGives }
}

/** What a guest who cancels on one of some days gets back. */
export interface RefundRow {
  /** The first ranch day of the tier. Null for the tier that begins with the sign-up. */
  from: Day | null
  /** The last ranch day of the tier. */
  until: Day
  /** Percentage that the tier refunds if nobody takes the spot. */
  percent: number
  refund: Cents
  /** The most cents that the guest gets if another guest takes over the spot. Null if that changes nothing. */
  ifTaken: Cents | null
}

/** What the Terms refund by the day of canceling, for one stay or the stays of a party. Amounts in cents. */
export interface RefundSchedule {
  today: Day
  /** The tiers that are not over on `today`, the earliest first. Empty from the start day on. */
  rows: RefundRow[]
  /** The paid money that the rows refund. 0 if nothing is paid. */
  paid: Cents
  /** Card fees that the venue keeps if the guest cancels today. 0 in the last 30 days. */
  fees: Cents
  /** False if Stripe has not reported a fee yet. `fees` and the rows with a refund are then estimates. */
  feesKnown: boolean
}

/**
 * Returns what a guest who cancels gets back, by the day of canceling (R51.1). `planOn` plans the refund of a day.
 * Its payments must have fees, estimated or real. `feesKnown` tells whether all fees are real.
 */
export function refundSchedule(
  { startDateDate, today }: Pick<PlanFacts, 'startDateDate' | 'today'>,
  planOn: (facts: PlanFacts) => Pick<Plan, 'percent' | 'most' | 'fees' | 'refundByTerms'>,
  { feesKnown }: Pick<Plan, 'feesKnown'>,
): RefundSchedule {
  const plan = (day: Day, replacementFound = false) =>
    planOn({ cancelledBy: 'guest', replacementFound, startDateDate, today: day })
  const rows = tierDays(startDateDate)
    .filter(({ until }) => until >= today)
    .map(({ from, until }) => {
      const { percent, refundByTerms: refund } = plan(until)
      const taken = plan(until, true)
      return { from, until, percent, refund, ifTaken: taken.percent > percent ? taken.refundByTerms : null }
    })
  const { most: paid, fees } = plan(today)
  return { today, rows, paid, fees, feesKnown: feesKnown || fees === 0 }
}

/** Returns the first and last ranch day of each tier, up to the day before the start. */
const tierDays = (startDateDate: Day): Pick<RefundRow, 'from' | 'until'>[] =>
  // Guests can cancel until the day before the start (R5.6).
  [...GUEST_TIERS, { from: 1 }].map((tier, at) => {
    const earlier = GUEST_TIERS[at - 1]
    return {
      from: earlier ? addDays(startDateDate, 1 - earlier.from) : null,
      until: addDays(startDateDate, -tier.from),
    }
  })

/**
 * Stripe's published price for a payment with a card from the US: 2.9 % plus 30 cents
 * (https://stripe.com/pricing). It estimates a fee that Stripe has not reported yet.
 */
const CARD_PRICE = { perMille: 29, fixed: 30 }

/** Returns about how many cents Stripe keeps of a card payment. */
export const estimateCardFee = (amount: Cents): Cents =>
  Math.round((amount * CARD_PRICE.perMille) / 1000) + CARD_PRICE.fixed

/**
 * Returns the refunds of a stay that nobody has paid yet, with estimated fees (R51.2): of what is due at sign-up, and in
 * the last 30 days, when the remainder is paid too, of the whole price.
 */
export function scheduleOf(
  { dueNow, total }: { dueNow: Cents; total: Cents },
  days: Pick<PlanFacts, 'startDateDate' | 'today'>,
): RefundSchedule {
  const paidOn = (today: Day): Received[] => {
    const amount = daysBetween(today, days.startDateDate) < REPLACEABLE.under ? total : dueNow
    const fee = estimateCardFee(amount)
    const payment = { paymentId: 0, method: 'card', paidAt: new Date(0), refunded: 0, withdrawn: 0 }
    return amount > 0 ? [{ ...payment, amount, fee }] : []
  }
  return refundSchedule(days, (facts) => planRefund(paidOn(facts.today), facts), { feesKnown: false })
}

/**
 * Returns how many cents of a payment can still be refunded: those not refunded before and not withdrawn by a bank.
 */
export const refundableCents = ({
  amount,
  refunded,
  withdrawn,
}: Pick<Received, 'amount' | 'refunded' | 'withdrawn'>) => Math.max(0, amount - refunded - withdrawn)

/** Returns the refund plan by the Terms for a cancellation on the day `today`. */
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

/**
 * Changes the refund amount of a plan. The amount is taken from the newest payment first, and is never more than the
 * plan's `most`.
 */
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

/**
 * Merges several guests' refund plans of the same day into one, and adds up what they refund of each payment.
 */
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

/** Returns what is wrong with the refund amount that an admin sets, as messages by field, or null. */
export function overrideProblem(
  plan: Plan,
  { refund, reason }: { refund: Cents | undefined; reason: string | null },
): Record<string, string> | null {
  if (refund !== undefined && refund > plan.most) return { refund: 'That is more than can be refunded' }
  if (reason !== null) return null
  if (refund !== undefined && !isByTerms(plan, refund)) return { reason: 'Please say why' }
  return isReplacementUnproven(plan) ? { reason: 'Please say who took the spot' } : null
}

type Cancelled = Pick<Plan, 'cancelledBy' | 'replacementFound' | 'daysBefore'>

/** Returns whether the Terms refund something only because another guest took over the spot. */
export const isReplaced = ({ cancelledBy, replacementFound, daysBefore }: Cancelled) =>
  cancelledBy === 'guest' && replacementFound && daysBefore < REPLACEABLE.under

/**
 * Returns whether a plan refunds for a replacement only because an admin says that another guest takes over the
 * spot. No payment by that guest pays for the refund, so the admin must give a reason (R45.4).
 */
export const isReplacementUnproven = (plan: Cancelled & Pick<Plan, 'refundByTerms'>) =>
  isReplaced(plan) && plan.refundByTerms > 0

/**
 * Returns whether a refund amount is exactly what the Terms refund. False while Stripe has not reported a fee.
 */
export const isByTerms = ({ feesKnown, refundByTerms }: Plan, sum: Cents) =>
  feesKnown && sum === refundByTerms

/**
 * Returns the refund of a stay that was canceled before Stripe reported its fees. Returns null while a fee is still
 * missing, unless the maximum was refunded in the meantime. `money` has the payments as of now, `facts` the
 * situation on the day of canceling. `refused` is the number of cents that an admin must refund because Stripe
 * refused to.
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

/**
 * Returns the part of Stripe's fee that a refund subtracts. Stripe does not return its fee for a refunded card
 * payment. So the venue keeps that much, but at most what is left of the payment.
 */
const retainedFee = (line: Received): Cents =>
  line.method === 'card' ? Math.min(line.fee ?? 0, refundableCents(line)) : 0

/** Returns this percentage of an amount in cents, rounded half up. */
export const shareOf = (sum: Cents, percent: number): Cents => Math.floor((sum * percent + 50) / 100)

const sumBy = <T>(items: readonly T[], of: (item: T) => Cents): Cents =>
  items.reduce((sum, item) => sum + of(item), 0)

/**
 * Decides the refund by the Terms, immediately or once Stripe has reported all fees. `least` is the number of cents
 * that the link to pass on the spot promised. If that is more than the Terms refund, `why` is stored as the reason.
 * `reason` is the reason that an admin entered for saying that another guest takes the spot.
 */
export function decideRefund(
  plan: Plan,
  { sendEmail, least = 0, why = null, reason = null }: Deciding,
): Decided {
  // A fee that Stripe has not reported yet can only lower the refund by the Terms. The link has already promised at
  // least as much, so the refund need not wait for the fee.
  if (least > 0 && plan.refundByTerms <= least)
    return {
      plan: withSum(plan, least),
      overrideReason: plan.refundByTerms < least ? why : null,
      awaited: null,
    }
  if (plan.feesKnown)
    return { plan, overrideReason: isReplacementUnproven(plan) ? reason : null, awaited: null }
  return { plan: withSum(plan, 0), overrideReason: null, awaited: { least, sendEmail, money: moneyOf(plan) } }
}

interface Deciding {
  sendEmail: boolean
  least?: Cents
  why?: string | null
  reason?: string | null
}

/** Returns the payments of a plan in the form in which the database stores them on the day of canceling. */
export const moneyOf = ({ lines }: Plan): AwaitedRefund['money'] =>
  lines.map(({ paymentId, method, paidAt, amount, refunded, withdrawn, fee }) => {
    return { paymentId, method, paidAt: paidAt.toISOString(), amount, refunded, withdrawn, fee }
  })

/**
 * The words for what the Terms leave out of a refund. Stripe's fees are the only fees that a guest's refund can lack.
 */
const MINUS_FEES = ', minus card fees'

/** What another guest's payments count for, if that guest takes over the spot (R45.6). */
export const REPLACEMENT_SHARE = `${REPLACEABLE.percent}% of what they pay for the same stay and choices`

/**
 * Describes a refund by its percentage: `"a 75% refund, minus card fees"`. Every page, dialog and e-mail names the
 * refund of a tier with this function (R5.12).
 */
export function describeShare(percent: number, { minusFees }: Pick<Tier, 'minusFees'>): string {
  if (percent === 0) return 'no refund'
  return `a ${percent === 100 ? 'full' : `${percent}%`} refund${minusFees ? MINUS_FEES : ''}`
}

/** Ends the rule for the last days before the start, in words to a guest. */
export const UNLESS_TAKEN = `unless someone takes your spot: then up to ${REPLACEABLE.percent}% of what they pay for it`

/** One row of the table of refunds, in words. */
export interface RefundWords {
  when: string
  /** What the guest gets back, in a few words. */
  back: string
  rest?: string | undefined
}

const NOTHING = 'Nothing'

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Describes what a tier refunds, for a table: `"75% refund, minus card fees"`. */
const shareWords = (percent: number, tier: Pick<Tier, 'minusFees'>) =>
  percent === 0 ? NOTHING : capitalized(describeShare(percent, tier).replace(/^a /, ''))

/**
 * Returns the table of refunds for a stay: with dates and, if anything is paid, with amounts (R5.12, R51.1).
 * @param readLater true in an e-mail, where "today" would be wrong on the next day
 */
export function scheduleWords(
  { today, rows, paid, fees, feesKnown }: RefundSchedule,
  readLater = false,
): RefundWords[] {
  return rows.map((row) => {
    const { percent, refund, ifTaken } = row
    const share = shareWords(percent, { minusFees: fees > 0 || paid === 0 })
    const amount = feesKnown || percent === 0 ? formatMoney(refund) : `About ${formatMoney(refund)}`
    const most = ifTaken !== null && paid > 0 ? `, at most ${formatMoney(ifTaken)}` : ''
    return {
      when: daysWords(row, { today, readLater }),
      back: paid === 0 ? share : refund === 0 ? NOTHING : amount,
      rest: ifTaken !== null ? `${capitalized(UNLESS_TAKEN)}${most}` : paid === 0 ? undefined : share,
    }
  })
}

const date = (day: Day) => formatDayRangeShort(day, day)

function daysWords(
  { from, until, ifTaken }: RefundRow,
  { today, readLater }: { today: Day; readLater: boolean },
): string {
  const isLast = ifTaken !== null
  if (until === today && !isLast && !readLater) return 'Until the end of today'
  if (from === null || (from <= today && !isLast)) return `Until ${date(until)}`
  return isLast ? `From ${date(from)}` : formatDayRangeShort(from, until)
}

/**
 * Says which money the amounts of the table are for, and what the card fees are. `what` completes the sentence
 * "Amounts are for the $450.00 …". Null if the table has no amounts.
 */
export function scheduleNote({ paid, fees, feesKnown }: RefundSchedule, what: string): string | null {
  if (paid === 0) return null
  const kept =
    fees > 0
      ? ` Card fees are what the card company keeps: ${feesKnown ? '' : 'about '}${formatMoney(fees)}.`
      : ''
  return `Amounts are for the ${formatMoney(paid)} ${what}.${kept}`
}
