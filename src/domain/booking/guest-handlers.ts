/** Handles the calls that guests make with their private link. */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { isUuid } from '#shared/fields.ts'
import { formatMoney } from '#shared/money.ts'
import { confirmSpots, getHeldSpots } from './contract/confirm-spots.ts'
import { cancelOwnStay, getCancellation } from './contract/cancellation.ts'
import {
  changeOptions,
  getGuestReceipt,
  getReservation,
  lostLink,
  sendCompanionLink,
  updateReservation,
  viewedDirections,
  withdrawCard,
} from './contract/guest.ts'
import { getPassedOn, getPassOn, getTakeOver, passOn, takeBack } from './contract/replacement.ts'
import type { BookingDeps } from './deps.ts'
import { choiceFailure } from './sign-up-handlers.ts'
import { withdrawCard as withdrawCardOf } from './payments/saved-card.ts'
import { receiptReply } from './use-cases/receipt.ts'
import { listInvoiceLines } from './store/payments.ts'
import {
  findReservation,
  findReservationByUuid,
  noteDirectionsViewed,
  findOpenToken,
  findReplacing,
} from './store/reservations.ts'
import { enqueueLinks } from './use-cases/ask-for-links.ts'
import { cancelByGuest, readGuestPlan } from './use-cases/cancel-own-stay.ts'
import { changeChoices } from './use-cases/change-choices.ts'
import { confirmHeldSpots, readHeldSpots } from './use-cases/confirm-spots.ts'
import { saveDetails } from './use-cases/edit-guest-details.ts'
import { viewReservation } from './use-cases/guest-page.ts'
import { sendCompanionLink as sendLinkAgain } from './use-cases/send-companion-link.ts'
import { endLink, makeLink, readPassOn, readReplacement } from './use-cases/replacement-link.ts'

export function guestHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(getHeldSpots, async ({ query }) => {
      const found = await readHeldSpots(deps, query.token)
      return typeof found === 'string' ? fail(found) : found
    }),
    bind(confirmSpots, async ({ body }) => {
      const confirmed = await confirmHeldSpots(deps, body.token)
      return typeof confirmed === 'string' ? fail(confirmed) : confirmed
    }),

    bind(getReservation, async ({ query }) => {
      const found = await viewReservation(deps, query.uuid)
      if (typeof found === 'string') return fail(found)
      return 'purged' in found ? fail('purged', { message: found.purged }) : found
    }),

    bind(viewedDirections, async ({ body }) => {
      if (isUuid(body.name)) await noteDirectionsViewed(deps.db, body.name, deps.now())
      return {}
    }),

    bind(updateReservation, async ({ body: { updateReservationData: data } }) => {
      const { uuid, ...details } = data
      const saved = await saveDetails(deps, { uuid, details })
      if (typeof saved === 'object') return fail('invalid', saved)
      return saved === 'done' ? {} : fail(saved)
    }),

    bind(changeOptions, async ({ body: { uuid, options, difference } }) => {
      const row = await findReservationByUuid(deps.db, uuid)
      if (!row) return fail('not_found')
      const order = { id: row.id, options, difference, admin: null, version: null }
      const changed = await changeChoices(deps, order)
      if (changed === 'done') return {}
      if (typeof changed === 'object') return choiceFailure(changed)
      // The guest's form shows the message of `difference_changed` also for `stale` and `event_ended`. Only admins
      // can get these two, because only they send a version and may change past stays.
      return fail(changed === 'stale' || changed === 'event_ended' ? 'difference_changed' : changed)
    }),

    bind(withdrawCard, async ({ query: { uuid } }) => {
      const row = await findReservationByUuid(deps.db, uuid)
      if (!row) return fail('not_found')
      const done = await withdrawCardOf(deps, { id: row.id, by: { actor: 'guest' } })
      return done === 'done' ? {} : fail(done)
    }),

    bind(getGuestReceipt, async ({ query: { uuid, invoiceId } }) => {
      const row = await findReservationByUuid(deps.db, uuid)
      if (!row) return fail('not_found')
      if (row.purgedAt) return fail('purged')
      // A private link gives access only to the receipts of its own stay.
      const own = await listInvoiceLines(deps.db, row.id)
      if (!own.some(({ invoice }) => invoice.id === invoiceId)) return fail('not_found')
      const reply = await receiptReply(deps, invoiceId)
      return typeof reply === 'string' ? fail(reply) : reply
    }),

    bind(getCancellation, async ({ query }) => {
      const plan = await readGuestPlan(deps, query)
      return typeof plan === 'string' ? fail(plan) : plan
    }),

    bind(cancelOwnStay, async ({ body }) => {
      const done = await cancelByGuest(deps, body)
      if (typeof done === 'string') return fail(done)
      return 'moved' in done ? fail('moved', { message: movedText(done.moved) }) : done
    }),

    bind(sendCompanionLink, async ({ body }) => {
      const done = await sendLinkAgain(deps, body)
      return done === 'done' ? {} : fail(done)
    }),

    bind(getPassOn, async ({ query: { uuid } }) => {
      const state = await readPassOn(deps, uuid)
      return typeof state === 'string' ? fail(state) : state
    }),
    bind(passOn, async ({ body: { uuid } }) => {
      const state = await makeLink(deps, uuid)
      return typeof state === 'string' ? fail(state) : { passOn: state }
    }),
    bind(takeBack, async ({ query: { uuid } }) => {
      const state = await endLink(deps, uuid)
      return typeof state === 'string' ? fail(state) : { passOn: state }
    }),
    bind(getPassedOn, async ({ query: { id } }) => {
      const row = await findReservation(deps.db, id)
      if (!row) return fail('not_found')
      const replaced = row.replacesId === null ? undefined : await findReservation(deps.db, row.replacesId)
      return {
        offered: row.status === 'confirmed' && (await findOpenToken(deps.db, id)) !== null,
        taker: (await findReplacing(deps.db, id)) ?? null,
        replaced: replaced ? { id: replaced.id, status: endedOrNot(replaced.status) } : null,
      }
    }),
    bind(getTakeOver, async ({ query: { token } }) => {
      return (await readReplacement(deps, token)) ?? fail('not_found')
    }),

    bind(lostLink, async ({ body: { email } }, { withinLimit }) => {
      if (!(await withinLimit(deps.sealer.lookup(email)))) return fail('rate_limited')
      await enqueueLinks(deps, email)
      return { message: 'If we know that address, an email is on its way.' }
    }),
  ]
}

const movedText = (refund: number) =>
  `Something has changed in the meantime. The refund would now be ${formatMoney(refund)}. Nothing was canceled.`

const endedOrNot = (status: ReservationStatus): 'confirmed' | 'cancelled' =>
  status === 'confirmed' ? 'confirmed' : 'cancelled'
