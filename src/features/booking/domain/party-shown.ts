/** A party as its guests and admins are shown it (R39). Pure. */
import { isStanding } from '#shared/reservation-status.ts'

/** The payer of a guest, from the party as the guest is shown it; null: they pay themselves. */
export const paidBy = <Member extends { payer: boolean }>(
  party: { payer: boolean; members: readonly Member[] } | null,
): Member | null => (party && !party.payer ? (party.members.find(({ payer }) => payer) ?? null) : null)

/** Those for whom a guest pays and who still come, of their party as they are shown it. */
export const companionsOf = <Member extends { payer: boolean; status: string }>(
  party: { payer: boolean; members: readonly Member[] } | null,
): Member[] => (party?.payer ? party.members.filter(({ payer, status }) => !payer && isStanding(status)) : [])
