/** Why a mail that an admin asks for is not sent, in words. Pure. */
import type { DropReason } from '../rules.ts'

/** `message`: other words than the declared ones. */
export interface Refusal {
  code: 'not_found' | 'purged' | 'not_confirmed' | 'cannot_send'
  message?: string
}

const because = (why: string): Refusal => ({ code: 'cannot_send', message: `Nothing was sent: ${why}.` })

const REFUSALS: Record<DropReason, Refusal> = {
  reservation_gone: { code: 'not_found' },
  purged: { code: 'purged' },
  not_confirmed: { code: 'not_confirmed' },
  event_cancelled: because('the event is cancelled'),
  too_late: because('the event has begun'),
  details_given: because('the final details are complete'),
  invoice_gone: { code: 'not_found', message: 'This invoice is not there any more.' },
  already_paid: because('this invoice is already paid'),
  not_paid: because('the payment that it tells of is not there'),
  paid_back: because('the payment that it tells of was given back'),
  not_cancelled: because('this reservation is not cancelled'),
  not_refunded: because('no money goes back'),
  not_standing: because('this reservation is not standing any more'),
  over: because('the event is over'),
  offer_over: because('the offer is over'),
  entry_gone: { code: 'not_found', message: 'This entry is not in the line any more.' },
  in_line: because('the place in line is confirmed'),
}

/** The reply to an admin; `failed` and `later` carry words already. */
export function refusalOf(
  unwritten: { status: 'dropped'; reason: DropReason } | { status: 'failed' | 'later'; reason: string },
): Refusal {
  return unwritten.status === 'dropped' ? REFUSALS[unwritten.reason] : because(unwritten.reason)
}
