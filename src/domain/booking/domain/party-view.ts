/** Functions that read a party as guests and admins see it (R39). Pure. */
import { isActive } from '#shared/reservation-status.ts'

/** Returns the guest who pays for this guest, or null if this guest is the payer. */
export const paidBy = <Member extends { payer: boolean }>(
  party: { payer: boolean; members: readonly Member[] } | null,
): Member | null => (party && !party.payer ? (party.members.find(({ payer }) => payer) ?? null) : null)

/** Returns the payer's companions who still come. */
export const companionsOf = <Member extends { payer: boolean; status: string }>(
  party: { payer: boolean; members: readonly Member[] } | null,
): Member[] => (party?.payer ? party.members.filter(({ payer, status }) => !payer && isActive(status)) : [])
