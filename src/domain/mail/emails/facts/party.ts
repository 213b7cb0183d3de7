/** Facts about the guests of a party, who come together. Pure. */
import * as links from '#shared/links.ts'
import type { Cents } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'
import type { ReservationSource } from '../definition.ts'
import type { ReservationRows } from '../store/rows.ts'
import { choiceLabel } from './choices.ts'

/** A companion, with what the payer may know about them (R39.4). */
export interface CompanionFacts {
  name: string
  share: Cents
  choices: string[]
  /**
   * The private link that the payer passes on. Set if the companion has no e-mail address and details are missing.
   */
  handOn: string | null
}

/** Returns the companions the guest pays for. Empty if the guest comes alone or someone else pays. */
export function companionFacts({ rows, party, publicUrl }: ReservationSource): CompanionFacts[] {
  const { id: payerId, partyId } = rows.reservation
  if (partyId !== payerId) return []
  const coming = party.filter(({ id, status }) => id !== payerId && isActive(status))
  return coming.map((member) => ({
    name: nameAmong(party, member.id),
    share: member.share ?? 0,
    choices: member.choices.map(choiceLabel),
    handOn: needsLink(rows, member.id) ? links.privateLink(publicUrl, member.uuid) : null,
  }))
}

/**
 * Returns whether the payer must pass the link on to this companion: details are missing, and the companion
 * has no address.
 */
const needsLink = ({ party }: Pick<ReservationRows, 'party'>, memberId: number): boolean =>
  party.some(({ id, email, detailsMissing }) => id === memberId && email === null && detailsMissing)

/** Returns whether the payer must pass on a link to any companion. */
export const hasLinksToPassOn = ({
  reservation,
  party,
}: Pick<ReservationRows, 'reservation' | 'party'>): boolean =>
  reservation.partyId === reservation.id &&
  party.some(({ id, status }) => id !== reservation.id && isActive(status) && needsLink({ party }, id))

/**
 * Returns a guest's name. If it is not safe to write, or the guest has left the party, returns other words
 * for them.
 */
export function nameAmong(party: ReservationSource['party'], memberId: number): string {
  const nth = party.findIndex(({ id }) => id === memberId)
  return party[nth]?.name ?? (nth < 1 ? 'somebody else' : `Companion ${nth}`)
}

/** Returns the payer's name if it is safe to write, otherwise null. */
export const payerName = ({ party }: ReservationSource): string | null =>
  party.find(({ payer }) => payer)?.name ?? null

/** Returns the name of the guest whom the e-mail is about, or null if it is not safe to write. */
export const memberName = ({ party, rows: { reservation } }: ReservationSource): string | null =>
  party.find(({ id }) => id === reservation.id)?.name ?? null

/** Returns "your spot is" or "your 3 spots are". */
export const yourSpots = (
  { companions }: { companions: CompanionFacts[] },
  your: 'your' | 'Your' = 'your',
): string => (companions.length === 0 ? `${your} spot is` : `${your} ${companions.length + 1} spots are`)
