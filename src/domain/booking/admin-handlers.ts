/** Handles the calls of admins about reservations: stays, parties, invoices, cancellations and refunds. */
import { hasEnded } from '#domain/events/rules.ts'
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail, type Failure } from '#platform/http/bind.ts'
import { may } from '#platform/http/context.ts'
import { phoneProblems, phoneRefusal } from '#shared/phones.ts'
import {
  changeOptionsByAdmin,
  confirmReservation,
  createReservationByAdmin,
  deleteReservation,
  getReservationByAdmin,
  moveReservation,
  renewLinks,
  updateReservationByAdmin,
  withdrawCardByAdmin,
} from './contract/admin.ts'
import {
  cancelEvent,
  cancelReservation,
  getCancelProgress,
  getEventCancellationPlan,
  undoCancellation,
} from './contract/cancellation.ts'
import {
  type AdminInvoice,
  createInvoice,
  deleteInvoice,
  getReceipt,
  updateInvoice,
} from './contract/invoices.ts'
import { addToParty, changePayer, splitFromParty } from './contract/party.ts'
import { CODE_FAILURES } from './codes/contract/guest.ts'
import type { CodeProblem } from './codes/domain/discount.ts'
import { getRefunds, recordRefundByHand, refundInvoice } from './contract/refunds.ts'
import type { BookingDeps } from './deps.ts'
import type { Refused } from './domain/invoices.ts'
import { describeOpenMoney } from './domain/open-money.ts'
import { withdrawCard } from './payments/saved-card.ts'
import { choiceFailure } from './sign-up-handlers.ts'
import { signUpByAdmin } from './use-cases/admin-sign-up.ts'
import { cancelEventByAdmin, readEventPlan, readProgress } from './use-cases/cancel-event.ts'
import { type Agreeing, cancelStay } from './use-cases/cancel-stay.ts'
import { changeChoices } from './use-cases/change-choices.ts'
import { deleteByAdmin } from './use-cases/delete-reservation.ts'
import { confirmForGuest } from './use-cases/confirm-spots.ts'
import { changeByAdmin } from './use-cases/edit-guest-details.ts'
import { addInvoice, editInvoice, deleteInvoiceByAdmin } from './use-cases/edit-invoice.ts'
import { moveStay } from './use-cases/move-stay.ts'
import * as party from './use-cases/edit-party.ts'
import { receiptReply } from './use-cases/receipt.ts'
import { noteGivenByHand, refundInvoiceByAdmin, readRefundOverview } from './use-cases/refunds.ts'
import { renewLinksByAdmin } from './use-cases/renew-links.ts'
import { readReservation, readInvoice } from './use-cases/show-reservation.ts'
import { undoCancellation as undo } from './use-cases/undo-cancellation.ts'

export const adminHandlers = (deps: BookingDeps): Bound[] => [
  ...stayHandlers(deps),
  ...cancellationHandlers(deps),
  ...invoiceHandlers(deps),
  ...partyHandlers(deps),
  ...refundHandlers(deps),
]

const CODE_MESSAGES: Record<CodeProblem, string> = {
  code_unknown: CODE_FAILURES.code_unknown[1],
  code_used_up: CODE_FAILURES.code_used_up,
}

/** Returns the reply to an admin's change of a reservation: the changed reservation. */
async function reservationReply(deps: BookingDeps, id: number) {
  const reservation = await readReservation(deps, id)
  return reservation ? { reservation } : fail('not_found')
}

const FOR_GUESTS = ['paid_by_other', 'difference_changed', 'choices_closed', 'choices_cheaper'] as const

/**
 * True for failure codes that only guests get. An admin's change is never refused with one of these codes.
 */
const isForGuests = (code: string): code is (typeof FOR_GUESTS)[number] =>
  FOR_GUESTS.some((one) => one === code)

function stayHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(createReservationByAdmin, async ({ body: { createReservationData: data } }, { caller }) => {
      const fields = phoneProblems(data)
      if (fields) return fail('invalid', phoneRefusal(fields))
      const ofCompanions = data.companions.flatMap((companion, index) =>
        Object.entries(phoneProblems(companion) ?? {}).map(
          ([name, problem]) => [`companions.${index}.${name}`, problem] as const,
        ),
      )
      if (ofCompanions.length > 0) return fail('invalid', { fields: Object.fromEntries(ofCompanions) })
      const made = await signUpByAdmin(deps, { ...data, by: actorOf(caller) })
      if (typeof made === 'string') return fail(made)
      if ('guest' in made) return choiceFailure(made)
      if ('code' in made) {
        if (made.code === 'event_full') return fail(made.code, made.message ? { message: made.message } : {})
        return fail(made.code, { fields: { code: CODE_MESSAGES[made.code] } })
      }
      if ('fields' in made) return fail('invalid', made)
      return 'uuid' in made ? made : fail('invalid', { fields: { ...made } })
    }),

    bind(getReservationByAdmin, async ({ query }) => {
      return (await readReservation(deps, query.id)) ?? fail('not_found')
    }),

    bind(updateReservationByAdmin, async ({ body }, { caller }) => {
      const { id, version = null, ...changes } = body.updateReservationData
      const changed = await changeByAdmin(deps, { id, version, changes, by: actorOf(caller) })
      if (typeof changed === 'object') return fail('invalid', changed)
      return changed === 'done' ? await reservationReply(deps, id) : fail(changed)
    }),

    bind(renewLinks, async ({ body }, { caller }) => {
      const renewed = await renewLinksByAdmin(deps, { ...body, by: actorOf(caller) })
      return renewed === 'done' ? await reservationReply(deps, body.id) : fail(renewed)
    }),

    bind(changeOptionsByAdmin, async ({ body: { id, version, options, ...how } }, { caller }) => {
      const admin = { ...how, by: actorOf(caller) }
      const changed = await changeChoices(deps, { id, options, version, admin, difference: null })
      if (changed === 'done') return await reservationReply(deps, id)
      if (typeof changed === 'object') return choiceFailure(changed)
      return fail(isForGuests(changed) ? 'stale' : changed)
    }),

    bind(confirmReservation, async ({ body }, { caller }) => {
      const confirmed = await confirmForGuest(deps, { ...body, by: actorOf(caller) })
      return confirmed === 'done' ? await reservationReply(deps, body.id) : fail(confirmed)
    }),

    bind(moveReservation, async ({ body }, { caller }) => {
      const moved = await moveStay(deps, { ...body, by: actorOf(caller) })
      if (typeof moved === 'object') return fail('invalid', moved)
      return moved === 'done' ? await reservationReply(deps, body.id) : fail(moved)
    }),

    bind(deleteReservation, async ({ query: { id, force } }, { caller }) => {
      // Deleting a guest while money is open leaves a balance that someone must refund or keep.
      if (force === 'true' && !may(caller, 'money.refund')) return fail('forbidden')
      const deleted = await deleteByAdmin(deps, { id, force: force === 'true', by: actorOf(caller) })
      if (deleted === 'done') return {}
      return typeof deleted === 'string'
        ? fail(deleted)
        : fail('money_open', { message: describeOpenMoney(deleted) })
    }),

    bind(withdrawCardByAdmin, async ({ query: { id } }, { caller }) => {
      const done = await withdrawCard(deps, { id, by: actorOf(caller) })
      // A purged reservation has no saved card left. So deleting its card succeeds without doing anything.
      return done === 'not_found' ? fail('not_found') : {}
    }),
  ]
}

/**
 * Refuses to cancel a stay after the retreat is over. But if the event was canceled, an admin can still cancel its
 * remaining stays.
 */
const refusalOfEnded = ({ event, plan }: Agreeing): 'event_ended' | null =>
  event.cancelledAt === null && hasEnded(event.endDateDate, plan.today) ? 'event_ended' : null

function cancellationHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(cancelReservation, async ({ body }, { caller }) => {
      const cancelled = await cancelStay(deps, { ...body, by: actorOf(caller), agree: refusalOfEnded })
      if (cancelled === 'done') return await reservationReply(deps, body.id)
      return typeof cancelled === 'string' ? fail(cancelled) : fail('invalid', cancelled)
    }),

    bind(undoCancellation, async ({ body }, { caller }) => {
      const undone = await undo(deps, { ...body, by: actorOf(caller) })
      return undone === 'done' ? await reservationReply(deps, body.id) : fail(undone)
    }),

    bind(cancelEvent, async ({ body: { id } }, { caller }) => {
      const cancelled = await cancelEventByAdmin(deps, { id, by: actorOf(caller) })
      if (cancelled !== 'done') return fail(cancelled)
      const progress = await readProgress(deps, id)
      return progress ? { progress } : fail('not_found')
    }),

    bind(getEventCancellationPlan, async ({ query: { id } }) => {
      const plan = await readEventPlan(deps, id)
      return typeof plan === 'string' ? fail(plan) : plan
    }),

    bind(getCancelProgress, async ({ query: { id } }) => {
      return (await readProgress(deps, id)) ?? fail('not_found')
    }),
  ]
}

function invoiceHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(createInvoice, async ({ body: { createInvoiceData: data } }, { caller }) => {
      const { reservationId, amount, version = null, ...wish } = data
      const by = actorOf(caller)
      const made = await addInvoice(deps, { reservationId, amount, wish, version, by })
      if ('code' in made) return refusal(made)
      return await invoiceReply(deps, made.id)
    }),

    bind(updateInvoice, async ({ body: { updateInvoiceData: data } }, { caller }) => {
      const { id, version = null, ...wish } = data
      const changed = await editInvoice(deps, { id, version, wish, by: actorOf(caller) })
      if (changed !== 'done') return refusal(changed)
      return await invoiceReply(deps, id)
    }),

    bind(deleteInvoice, async ({ query: { id, version = null } }, { caller }) => {
      const deleted = await deleteInvoiceByAdmin(deps, { id, version, by: actorOf(caller) })
      return deleted === 'done' ? {} : refusal(deleted)
    }),

    bind(getReceipt, async ({ query: { invoiceId } }) => {
      const reply = await receiptReply(deps, invoiceId)
      return typeof reply === 'string' ? fail(reply) : reply
    }),
  ]
}

const refusal = <Code extends string>({ code, fields }: Refused<Code>) => fail(code, fields ? { fields } : {})

async function invoiceReply(
  deps: BookingDeps,
  id: number,
): Promise<{ invoice: AdminInvoice } | Failure<'not_found'>> {
  const invoice = await readInvoice(deps, id)
  // Another admin may have deleted the invoice in the meantime.
  return invoice ? { invoice } : fail('not_found')
}

const partyHandlers = (deps: BookingDeps): Bound[] => [
  bind(addToParty, async ({ body }, { caller }) => {
    const added = await party.addCompanion(deps, { ...body, by: actorOf(caller) })
    if (added === 'done') return await reservationReply(deps, body.id)
    return typeof added === 'string' ? fail(added) : choiceFailure(added)
  }),

  bind(splitFromParty, async ({ body }, { caller }) => {
    const split = await party.splitFromParty(deps, { ...body, by: actorOf(caller) })
    return split === 'done' ? await reservationReply(deps, body.id) : fail(split)
  }),

  bind(changePayer, async ({ body }, { caller }) => {
    const changed = await party.changePayer(deps, { ...body, by: actorOf(caller) })
    return changed === 'done' ? await reservationReply(deps, body.id) : fail(changed)
  }),
]

const refundHandlers = (deps: BookingDeps): Bound[] => [
  bind(getRefunds, async ({ query: { replacementFound, ...query } }) => {
    const order = { ...query, replacementFound: replacementFound === 'true' }
    return (await readRefundOverview(deps, order)) ?? fail('not_found')
  }),

  bind(refundInvoice, async ({ body }, { caller }) => {
    const given = await refundInvoiceByAdmin(deps, { ...body, by: actorOf(caller) })
    if (typeof given === 'string') return fail(given)
    return 'fields' in given ? fail('invalid', given) : await reservationReply(deps, given.reservationId)
  }),

  bind(recordRefundByHand, async ({ body }, { caller }) => {
    const given = await noteGivenByHand(deps, { ...body, by: actorOf(caller) })
    if (typeof given === 'string') return fail(given)
    return 'fields' in given ? fail('invalid', given) : await reservationReply(deps, given.reservationId)
  }),
]
