/**
 * Rules for lodging that names rooms (R37.9): how many guests may share a room, and the stock that follows from the
 * beds. Pure.
 */
import type { BedKind, rooms } from '#platform/database/schema/rooms.ts'
import type { OptionKind } from '#platform/database/schema/events.ts'

export type NamedRoom = Pick<typeof rooms.$inferSelect, 'id' | 'name' | 'beds'>

/** Returns how many guests a bed sleeps. */
export const sleepersIn = (bed: BedKind): 1 | 2 => (bed === 'single' ? 1 : 2)

/** Returns true for a bed in which two guests share a mattress. Only guests who belong together may share one. */
export const isShared = (bed: BedKind): boolean => bed !== 'single' && bed !== 'bunk'

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * Returns how many guests may be in a room with these beds. Without a number of guests per room, each guest gets a
 * mattress, because strangers share none. With one, an admin has decided, and the beds are only an upper limit.
 */
export const guestsSharing = (beds: readonly BedKind[], perRoom: number | null): number =>
  perRoom === null
    ? total(beds.map((bed) => (isShared(bed) ? 1 : sleepersIn(bed))))
    : Math.min(perRoom, total(beds.map(sleepersIn)))

interface Lodging {
  kind: OptionKind
  stock: number | null
  perRoom: number | null
}

/**
 * Returns how many guests can have an option. For lodging that names rooms, the beds of these rooms decide, and not
 * the number that an admin typed. Null means unlimited.
 */
export const stockOf = (
  { kind, stock, perRoom }: Lodging,
  rooms: readonly Pick<NamedRoom, 'beds'>[],
): number | null =>
  kind === 'lodging' && rooms.length > 0
    ? total(rooms.map(({ beds }) => guestsSharing(beds, perRoom)))
    : stock
