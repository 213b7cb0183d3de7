/** Facts about refunds, and the sentences that state them. Pure. */
import { describeHeldRefund } from '#domain/booking/domain/refunds.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import type { ReservationCause, ReservationSource } from '../definition.ts'
import type { ReservationRows } from '../store/rows.ts'
import { totalOf } from './invoices.ts'

export type Refund = ReservationRows['payments'][number]['refunds'][number]

/**
 * Returns the refunds of the payment for the e-mail's invoice. If the e-mail has no invoice or the invoice has no
 * payment, returns the refunds of all payments.
 */
export const refundsFor = (cause: ReservationCause): Refund[] =>
  paymentsFor(cause).flatMap(({ refunds }) => refunds)

function paymentsFor({ rows: { payments }, invoiceId }: ReservationCause) {
  const about = payments.filter((payment) => payment.invoiceId === invoiceId)
  return invoiceId !== null && about.length > 0 ? about : payments
}

/**
 * Returns the name of the guest who paid the refunded money, if it was another guest than the recipient. Returns null
 * if the recipient paid (R39.5).
 */
export function otherWhoPaid(source: ReservationSource): string | null {
  const { id } = source.rows.reservation
  const other = paymentsFor(source).find(({ paidBy, refunds }) => (paidBy ?? id) !== id && refunds.length > 0)
  return other ? (source.party.find((one) => one.id === other.paidBy)?.name ?? 'somebody else') : null
}

/** Returns true if the recipient paid none of the refunded money. */
export function othersPaidAll(source: ReservationSource): boolean {
  const { id } = source.rows.reservation
  return paymentsFor(source).every(({ paidBy, refunds }) => (paidBy ?? id) !== id || refunds.length === 0)
}

/**
 * Returns why the refunds were made, in cents. `lowered` lowers the total of the reservation. `overpaid` returns what
 * was paid beyond that total.
 */
export function refundCauses(cause: ReservationCause): { lowered: Cents; overpaid: Cents } {
  const about = paymentsFor(cause)
  return {
    lowered: about.reduce((sum, { refunded }) => sum + refunded.goodwill, 0),
    overpaid: about.reduce((sum, { refunded }) => sum + refunded.overpayment, 0),
  }
}

/** Returns the refunds that were made, are requested or are owed. Omits refunds that Stripe refused. */
export const activeRefunds = (refunds: Refund[]) => refunds.filter(({ status }) => status !== 'failed')

/** Refunded amounts in cents, by status. */
export interface RefundTotals {
  /**
   * Cents that the site requests from the card provider (`underWay`). The card provider may not have answered yet.
   */
  underWay: Cents
  /** Cents that the card provider holds back, because the venue's balance there is too low. Not part of `underWay`. */
  held: Cents
  /** Cents that the card provider has refunded. */
  done: Cents
  /**
   * Cents that an admin must still refund by hand (`owed`), and cents that an admin has refunded by hand (`given`).
   */
  owed: Cents
  given: Cents
  /** Cents that the card provider refused to refund and that nobody has refunded in another way since. */
  refused: Cents
}

export function refundTotals(refunds: Refund[]): RefundTotals {
  const total = (byHand: boolean, status: Refund['status']) =>
    totalOf(refunds.filter((one) => one.byHand === byHand && one.status === status))
  const held = totalOf(refunds.filter((one) => one.status === 'requested' && one.waitsForBalance))
  return {
    underWay: total(false, 'requested') - held,
    held,
    done: total(false, 'succeeded'),
    owed: total(true, 'owed'),
    given: total(true, 'succeeded'),
    refused: 0,
  }
}

/** Returns the total of all refunds in cents, without the refused ones. */
export const totalBack = ({ underWay, held, done, owed, given }: RefundTotals): Cents =>
  underWay + held + done + owed + given

/** Returns sentences about refunds, one for each kind of amount. Returns null if nothing is refunded. */
export function refundSentences(totals: RefundTotals): string | null {
  const { underWay, held, done, owed, given, refused } = totals
  const one = [underWay, held, done, owed, given, refused].filter((cents) => cents > 0).length === 1
  const about = (cents: Cents, words: string) => cents > 0 && `${one ? 'It' : formatMoney(cents)} ${words}`
  const sentences = [
    about(underWay, 'will be refunded to the card you paid with.'),
    about(done, 'has gone back to the card you paid with.'),
    underWay + done > 0 && `Banks take 5 to 10 days to show ${one ? 'it' : 'a refund to a card'}.`,
    held > 0 && describeHeldRefund(held, 'the card you paid with'),
    about(owed, 'was not paid by card, so we can’t refund it to one.'),
    about(
      given,
      'has been refunded to you without a card, for example in cash or by check. If you haven’t received it, just reply to this email.',
    ),
    about(refused, 'could not be refunded to your card, because the card company refused it.'),
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return null
  if (owed + refused > 0)
    sentences.push('Just reply to this email and tell us how you would like to receive it.')
  else if (given === 0) sentences.push('You don’t need to do anything.')
  return sentences.join(' ')
}

/**
 * Returns sentences about refunds for the payer of a party. Another guest may have paid the refunded money. `otherPaid`
 * is true if that is certain. Returns null if nothing is refunded.
 */
export function refundSentencesToPayer(
  { underWay, held, owed }: Pick<RefundTotals, 'underWay' | 'held' | 'owed'>,
  otherPaid = false,
): string | null {
  const whose = otherPaid
    ? ''
    : ' If the payment was yours, that’s your card. Otherwise, it’s the card of the person who paid.'
  const sentences = [
    underWay > 0 &&
      `${formatMoney(underWay)} will be refunded to the card that paid.${whose} Banks take 5 to 10 days to show it.`,
    held > 0 && `${describeHeldRefund(held, 'the card that paid')}${underWay > 0 ? '' : whose}`,
    owed > 0 &&
      `${formatMoney(owed)} was not paid by card, so we refund it directly to the person who paid it.${otherPaid ? '' : ' If that was you, for example with cash or a check, just reply to this email and tell us how you would like to receive it.'}`,
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : sentences.join(' ')
}
