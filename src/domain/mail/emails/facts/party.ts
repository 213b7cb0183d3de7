/** Facts about the guests of a party. Pure. */
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
   * The private link that the payer should pass on to the companion, who has no e-mail address and must still give
   * details. Null for other companions.
   */
  handOn: string | null
}

/** Returns the companions whom the guest pays for. Empty if the guest comes alone or someone else pays. */
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
 * Returns true if the payer must pass on a link to this companion, who has no e-mail address and has not given all
 * details. A purged companion has no name and needs no link.
 */
const needsLink = ({ party }: Pick<ReservationRows, 'party'>, memberId: number): boolean =>
  party.some(
    ({ id, customerName, email, detailsMissing }) =>
      id === memberId && customerName !== null && email === null && detailsMissing,
  )

/** Returns true if the payer must pass on a link to any companion. */
export const hasLinksToPassOn = ({
  reservation,
  party,
}: Pick<ReservationRows, 'reservation' | 'party'>): boolean =>
  reservation.partyId === reservation.id &&
  party.some(({ id, status }) => id !== reservation.id && isActive(status) && needsLink({ party }, id))

/**
 * Returns a guest's name for an e-mail. If a companion's name is not safe to write, returns words such as "Companion
 * 2". If the payer's is not, or if the guest has left the party, returns "somebody else".
 */
export function nameAmong(party: ReservationSource['party'], memberId: number): string {
  const nth = party.findIndex(({ id }) => id === memberId)
  return party[nth]?.name ?? (nth < 1 ? 'somebody else' : `Companion ${nth}`)
}

/** Returns the payer's name if it is safe to write in an e-mail, otherwise null. */
export const payerName = ({ party }: ReservationSource): string | null =>
  party.find(({ payer }) => payer)?.name ?? null

/** Returns the name of the guest whom the e-mail is about, or null if the name is not safe to write. */
export const memberName = ({ party, rows: { reservation } }: ReservationSource): string | null =>
  party.find(({ id }) => id === reservation.id)?.name ?? null

/** Returns "your spot is" or, for a party, "your 3 spots are". */
export const yourSpots = (
  { companions }: { companions: CompanionFacts[] },
  your: 'your' | 'Your' = 'your',
): string => (companions.length === 0 ? `${your} spot is` : `${your} ${companions.length + 1} spots are`)
