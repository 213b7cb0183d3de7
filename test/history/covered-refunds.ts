/**
 * Checks the refunds of reservations that end (R45). The venue must never refund more than guests have paid.
 */
import { sumOf, type ReservationRow, type Snapshot, wasDisputed } from './snapshot.ts'
import { dollars, type HistoryState } from './history-state.ts'

interface Step {
  before: Snapshot
  after: Snapshot
  state: HistoryState
}

const percentOf = (percent: number, cents: number) => Math.floor((cents * percent + 50) / 100)

/**
 * Returns the payments toward a guest's price, without extra charges. `part` is how many cents of a payment
 * are for this guest, because a party pays for all of its guests together.
 */
const priceMoney = (moment: Snapshot, id: number) =>
  moment.invoices.flatMap((invoice) => {
    const payment = moment.payments.find((one) => one.invoiceId === invoice.id)
    if (!payment || invoice.extra) return []
    const lines = moment.lines.filter((line) => line.invoiceId === invoice.id)
    const own = lines.find((line) => line.reservationId === id)
    if (lines.length === 0) return invoice.reservationId === id ? [{ payment, part: payment.amount }] : []
    return own ? [{ payment, part: Math.ceil((payment.amount * own.amount) / invoice.amount) }] : []
  })

const refundsOf = (moment: Snapshot, paymentId: number) =>
  moment.refunds.filter((one) => one.paymentId === paymentId && one.status !== 'failed')

/**
 * Returns the most that a guest can have paid toward the price at any moment of a step, in cents. Includes
 * payments that arrived and were refunded within the step.
 */
function mostPaid({ before, after }: Pick<Step, 'before' | 'after'>, id: number): number {
  const netOf = (moment: Snapshot) =>
    priceMoney(moment, id).reduce((sum, { payment, part }) => {
      const gone = sumOf(refundsOf(moment, payment.id)) + payment.withdrawn
      return sum + (part === payment.amount ? Math.max(0, part - gone) : part)
    }, 0)
  const touched = priceMoney(after, id).some(({ payment }) => {
    const was = before.payments.find((one) => one.id === payment.id)
    const [then, now] = [refundsOf(before, payment.id), refundsOf(after, payment.id)]
    return !was || was.withdrawn !== payment.withdrawn || sumOf(then) !== sumOf(now)
  })
  const gross = priceMoney(after, id).reduce((sum, { part }) => sum + part, 0)
  return Math.max(netOf(before), netOf(after), touched ? gross : 0)
}

interface Priced {
  moment: Snapshot
  row: ReservationRow
}

const choicesOf = ({ moment, row }: Priced) =>
  moment.choices.filter(({ reservationId }) => reservationId === row.id)

const stayOf = (guest: Priced) =>
  Math.max(
    0,
    choicesOf(guest).reduce((left, { price }) => left - price, guest.row.share ?? guest.row.price),
  )

/**
 * Returns how much of the price the leaver and the taker of a spot have in common, in cents. That is the
 * stay, and each option that both guests have, always at the lower price.
 */
function common(leaver: Priced, taker: Priced): number {
  const both = choicesOf(leaver).map(({ optionId, price }) =>
    Math.min(price, choicesOf(taker).find((one) => one.optionId === optionId)?.price ?? 0),
  )
  return both.reduce((sum, cents) => sum + cents, Math.min(stayOf(leaver), stayOf(taker)))
}

/**
 * Records new takers of spots in `state.takeOvers`, and what they have paid in `state.paidAtMost`. Later
 * steps may change the database rows.
 */
function noteTakers({ before, after, state }: Step): void {
  for (const note of after.cancellations) {
    const id = note.reservationId
    const leaver = after.reservations.find((row) => row.id === id)
    const taker = after.reservations.find(
      (row) => row.replacesId === id && !['pending', 'expired'].includes(row.status),
    )
    if (!leaver || !taker || !note.replacementFound || state.takeOvers.get(id)?.takerId === taker.id) continue
    const wasPaid = priceMoney(before, id).reduce((sum, { part }) => sum + part, 0) >= leaver.price
    const price = taker.share ?? taker.price
    // Reads the price from the snapshot before the step. A cancellation lowers a companion's share to what
    // the venue keeps.
    const standing = before.reservations.find((row) => row.id === id && row.status === 'confirmed')
    const priced = standing ? { moment: before, row: standing } : { moment: after, row: leaver }
    const both = common(priced, { moment: after, row: taker })
    state.takeOvers.set(id, { takerId: taker.id, common: both, price, wasPaid })
  }
  for (const { takerId } of state.takeOvers.values()) {
    const most = Math.max(state.paidAtMost.get(takerId) ?? 0, mostPaid({ before, after }, takerId))
    state.paidAtMost.set(takerId, most)
  }
}

/**
 * Checks that no cancellation refunds more than the Terms of Stay allow. If another guest took the spot, also
 * checks that it refunds no more than that guest has paid for the same stay and options. An admin may refund
 * more with a reason.
 */
export const refundsAreCovered = (step: Step): string[] => {
  noteTakers(step)
  const { after, state } = step
  return after.cancellations.flatMap((note) => {
    const { reservationId: id, daysBefore, paid, replacementFound, overrideReason } = note
    if (note.cancelledBy === 'retreat' || (!replacementFound && overrideReason !== null)) return []
    // Skips this cancellation, because the purge has deleted the admin's reason. The check after an earlier
    // step has covered it.
    if (after.reservations.some((row) => row.id === id && row.purgedAt !== null)) return []
    const decided = note.refundToCards + note.refundByHand
    const byTerms = daysBefore >= 90 ? paid : daysBefore >= 30 ? percentOf(75, paid) : 0
    const taken = replacementFound ? state.takeOvers.get(id) : undefined
    const isRegrouped = taken && (state.regrouped.has(id) || state.regrouped.has(taken.takerId))
    const same = isRegrouped ? Infinity : (taken?.common ?? 0)
    const brought = taken ? Math.min(same, state.paidAtMost.get(taken.takerId) ?? 0, paid) : 0
    // Accepts a difference of one cent, because the site rounds each part of a price separately.
    return decided <= Math.max(byTerms, percentOf(90, brought) + 1)
      ? []
      : [
          `reservation ${id} gives back ${dollars(decided)}, the Terms ${dollars(byTerms)} and a taker ${dollars(brought)}`,
        ]
  })
}

/** Checks that a canceled guest never gets more refunds than there were payments for that guest. */
export const guestsGetNoMoreThanCame = ({ after, state }: Step): string[] =>
  state.deleted.size > 0
    ? []
    : after.cancellations.flatMap(({ reservationId: id }) => {
        const given = after.refunds.filter(
          ({ key, status }) => status !== 'failed' && `${key}:`.startsWith(`cancelled:${id}:`),
        )
        const paid = after.invoices.flatMap((invoice) => {
          const payment = after.payments.find((one) => one.invoiceId === invoice.id)
          const lines = after.lines.filter((line) => line.invoiceId === invoice.id)
          const own = lines.find((line) => line.reservationId === id)
          if (!payment) return []
          if (lines.length === 0) return invoice.reservationId === id ? [payment.amount] : []
          return own ? [Math.ceil((payment.amount * own.amount) / invoice.amount)] : []
        })
        const loose = after.payments.filter((one) => one.invoiceId === null && one.reservationId === id)
        const came = paid.reduce((sum, cents) => sum + cents, sumOf(loose))
        return sumOf(given) <= came
          ? []
          : [`reservation ${id} gets ${dollars(sumOf(given))} back of ${dollars(came)}`]
      })

/**
 * Checks, after all jobs are done, that a guest who passed on a spot got 90 % back. Applies only if both
 * guests have paid in full and there is no other refund or dispute.
 */
export const takersMoneyIsPassedOn = ({ now, state }: { now: Snapshot; state: HistoryState }): string[] =>
  [...state.takeOvers].flatMap(([id, { takerId, common: same, price, wasPaid }]) => {
    const note = now.cancellations.find(({ reservationId }) => reservationId === id)
    const leaver = now.reservations.find((row) => row.id === id)
    const taker = now.reservations.find((row) => row.id === takerId)
    const isPlain = [id, takerId].every((one) => !state.regrouped.has(one) && !state.moved.has(one))
    if (!note || !leaver || taker?.status !== 'confirmed' || !isPlain || !wasPaid) return []
    if (note.cancelledBy === 'retreat') return []
    const money = [id, takerId].flatMap((one) => priceMoney(now, one))
    const isTouched = money.some(({ payment }) => {
      const others = now.refunds.filter(
        ({ paymentId, key }) => paymentId === payment.id && !key.startsWith(`cancelled:${id}:`),
      )
      return others.length > 0 || (payment.intentId !== null && wasDisputed(now, payment.intentId))
    })
    const came = priceMoney(now, takerId).reduce((sum, { part }) => sum + part, 0)
    if (isTouched || came < price) return []
    const decided = note.refundToCards + note.refundByHand
    const due = Math.min(percentOf(90, same), percentOf(90, note.paid)) - 3
    return decided >= due
      ? []
      : [`reservation ${id} gives back ${dollars(decided)}, and its taker has paid for ${dollars(same)}`]
  })
