/** A guest as the roster's rows show one; everything else is asked for when a row is opened. */
import { isGuest } from '#shared/reservation-status.ts'
import type { Guest } from '../contract.ts'

export type { Guest } from '../contract.ts'

/** Whether somebody else pays for this guest. */
export const isCompanion = ({ id, party }: Pick<Guest, 'id' | 'party'>): boolean =>
  party !== null && party.payer !== id

/** A guest who has yet to tell what must be known; whoever's data is deleted is asked for nothing more. */
export function lacksInfo(
  guest: Pick<Guest, 'status' | 'purgedAt' | 'additionalInformationProvided'>,
): boolean {
  return isGuest(guest) && guest.purgedAt === null && !guest.additionalInformationProvided
}
