/** Whom a message goes to, in words. Pure. */
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural } from '#shared/text.ts'
import type { AUDIENCES, listRecipients } from '../contract.ts'

export type AudienceName = (typeof AUDIENCES)[number]
export type Recipients = ReplyOf<typeof listRecipients>

export const AUDIENCE_LABELS: Record<AudienceName, string> = {
  all: 'All guests',
  unpaid: 'Guests with an unpaid invoice',
  'without-details': 'Guests without details',
  waitlist: 'The waitlist',
  chosen: 'Selected guests',
}

/** How many e-mails it would be. */
export function countOf(
  { guests, waitlist }: Recipients,
  audience: AudienceName,
  chosen: readonly unknown[],
): number {
  if (audience === 'waitlist') return waitlist
  if (audience === 'chosen') {
    const wanted = new Set(chosen.map(Number))
    return guests.filter(({ reservationId }) => wanted.has(reservationId)).length
  }
  return guests.filter(
    (guest) =>
      audience === 'all' ||
      (audience === 'unpaid' && guest.unpaid) ||
      (audience === 'without-details' && guest.withoutDetails),
  ).length
}

/** `"Send to 12 guests"`, `"Send to 3 people on the waitlist"`. */
export function sendLabel(audience: AudienceName, count: number): string {
  if (audience !== 'waitlist') return `Send to ${plural(count, 'guest')}`
  return `Send to ${plural(count, 'person', 'people')} on the waitlist`
}
