/**
 * Changes the options of an active stay, for its guest or an admin. Updates the price and the invoices, and
 * enqueues an e-mail (R37.7).
 */
import { enqueueOffers } from '../waitlist/enqueue-jobs.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { type LockedEvent, readSpots } from '#domain/events/store/events.ts'
import type { ChoiceRefused, Chosen } from '#domain/events/domain/options.ts'
import { hasEnded } from '#domain/events/rules.ts'
import type { Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { ranchDay } from '#shared/days.ts'
import { DESCRIPTION_LENGTH } from '#shared/invoice-label.ts'
import type { Cents } from '#shared/money.ts'
import type { BookingDeps } from '../deps.ts'
import {
  type ChangeProblem,
  type Choice,
  guestChangeProblem,
  quoteChangedOptions,
} from '../domain/choices.ts'
import { isCompanion, ownPrice } from '../domain/party.ts'
import { type PartyAccounts, reprice } from '../domain/party-accounts.ts'
import { changeStay } from '../payments/change-while-unpayable.ts'
import type { NotStopped } from '../payments/stop-payments.ts'
import { writePartyAccounts } from '../payments/read-party-accounts.ts'
import { changeReservation, listChoices, type ReservationRow, writeChoices } from '../store/reservations.ts'
import { auditReservation } from '../transitions.ts'

interface ChoiceOrder {
  id: number
  /** Ids of all options that the guest will have after the change, including options that stay. */
  options: readonly number[]
  /**
   * The admin who makes the change; null if the guest does. An admin may also choose closed and cheaper options,
   * and sold-out ones with `allowOverbooking`.
   */
  admin: { by: Actor; allowOverbooking: boolean; sendEmail: boolean } | null
  /** Version of the reservation when the admin read it; null accepts any. */
  version: number | null
  /**
   * Extra cost of the new options in cents, as the guest was shown. Null for an admin, who sees the cost only
   * afterwards.
   */
  difference: Cents | null
}

type NotChosen =
  | 'not_found'
  | 'purged'
  | 'stale'
  | 'event_ended'
  | 'difference_changed'
  | 'paid_by_other'
  | ChangeProblem
  | ChoiceRefused
  | NotStopped

interface Change {
  before: Choice[]
  chosen: Chosen[]
  difference: Cents
}

/**
 * Cancels open payments first, because they ask for the old price. Then writes the change under the locks of the
 * event, the reservations and their invoices.
 */
export async function changeChoices(deps: BookingDeps, order: ChoiceOrder): Promise<'done' | NotChosen> {
  const { id, admin } = order
  return changeStay<Change, 'done' | NotChosen>(deps, {
    id,
    by: admin?.by.actor ?? 'guest',
    decide: async (db, { row, event, now }) => {
      if (row.purgedAt) return { outcome: 'purged' }
      if (order.version !== null && order.version !== row.version) return { outcome: 'stale' }
      const { options, undecided } = await readSpots(db, event.id)
      const own = await listChoices(db, id)
      const wanted = { chosenIds: order.options, own, byAdmin: admin ?? undefined }
      const change = quoteChangedOptions(event, { options, undecided, ...wanted })
      if ('code' in change) return { outcome: change }
      const { difference, chosen } = change
      const problem = admin
        ? adminProblem(row, event, now)
        : guestChangeProblem({ status: row.status, event, difference, now })
      if (problem) return { outcome: problem }
      // A companion may not change the price, because the payer has to pay it.
      if (!admin && difference !== 0 && isCompanion(row)) return { outcome: 'paid_by_other' }
      if (order.difference !== null && order.difference !== difference)
        return { outcome: 'difference_changed' }
      const same = chosen.length === own.length && chosen.every((one) => own.some((had) => had.id === one.id))
      return same ? { outcome: 'done' } : { plan: { before: own, chosen, difference } }
    },
    write: async (tx, { row, plan, books, now }) => write(tx, deps, { ...plan, row, books, order, now }),
  })
}

function adminProblem(
  { status }: ReservationRow,
  event: Pick<LockedEvent, 'endDateDate' | 'cancelledAt'>,
  now: Date,
): 'event_cancelled' | 'event_ended' | 'not_standing' | null {
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (hasEnded(event.endDateDate, ranchDay(now))) return 'event_ended'
  return status === 'confirmed' ? null : 'not_standing'
}

async function write(
  tx: Transaction,
  deps: BookingDeps,
  changed: Change & { row: ReservationRow; books: PartyAccounts; order: ChoiceOrder; now: Date },
): Promise<void> {
  const { row, before, chosen, difference, books, order, now } = changed
  const { id, eventId, version } = row
  const priceBefore = ownPrice(row)
  const price = Math.max(0, priceBefore + difference)
  const added = chosen.filter((one) => before.every((had) => had.id !== one.id))
  await writeChoices(tx, id, { chosen, now })
  const description = namesOf(added).slice(0, DESCRIPTION_LENGTH).trim() || null
  const after = reprice(books, id, { difference: price - priceBefore, description, today: ranchDay(now) })
  await writePartyAccounts(tx, { before: books, after, now })
  // Raises the version even if the price is the same, so that other open forms of this stay become stale.
  if (price === priceBefore || isCompanion(row)) await changeReservation(tx, id, { changes: {}, now })
  const by = order.admin?.by ?? { actor: 'guest' }
  const details = {
    priceBefore,
    price,
    // Names of the added options. An admin wrote these names, so they contain no personal data.
    added: namesOf(added),
    dropped: namesOf(before.filter((had) => chosen.every((one) => one.id !== had.id))),
  }
  await auditReservation(tx, deps, { row, action: 'reservation.choicesChanged', details, by, now })
  await enqueueOffers(tx, eventId, now)
  if (order.admin && !order.admin.sendEmail) return
  const key = `choices-changed:${id}:${version}`
  await enqueueEmail(tx, { type: 'choices-changed', reservationId: id, key, now })
}

const namesOf = (chosen: readonly Chosen[]) => chosen.map(({ name }) => name).join(', ')
