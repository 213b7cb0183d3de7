/**
 * Handles the calls about the plan of an event's automatic e-mails, and about the reminders that an admin sends to
 * chosen guests.
 */
import { type Actor, actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { openName } from '#platform/sealing.ts'
import { reachOf } from '#domain/booking/domain/reach.ts'
import { listGuestsToTell } from '#domain/booking/store/guests-to-tell.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { HOURS } from '#shared/email-hours.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { refusalOf, requestEmailIn } from '../emails/admin-emails.ts'
import type { WritingDeps } from '../emails/write.ts'
import { getMailPlan, remindLatePayers, remindOfDetails } from './contract.ts'
import { planOf } from './plan-rules.ts'
import { overdueInvoice, type ReservationToRemind, whyNoDetailsReminder } from './rules.ts'
import { findRemindedEvent, listMailsOf, readStays, readStaysOf } from './store.ts'

export function reminderHandlers(deps: WritingDeps): Bound[] {
  const { db, now } = deps
  return [
    bind(getMailPlan, async ({ query: { id } }) => {
      const event = await findRemindedEvent(db, id)
      if (!event) return fail('not_found')
      const stays = await readStaysOf(db, id)
      const { next, mails } = planOf({ event, stays, mails: await listMailsOf(db, id) }, now())
      const toCall = reachOf(await listGuestsToTell(db, id)).toCall.map(
        (guest) => openName(deps.sealer, 'reservations', guest) ?? '',
      )
      return { hours: HOURS, next, mails, toCall }
    }),

    bind(remindLatePayers, async ({ body: { reservationIds } }, { caller }) =>
      remindAll(deps, { reservationIds, by: actorOf(caller), choose: latePayment }),
    ),

    bind(remindOfDetails, async ({ body: { reservationIds } }, { caller }) =>
      remindAll(deps, { reservationIds, by: actorOf(caller), choose: missingDetails }),
    ),
  ]
}

/** The reminder for one guest, or why the guest gets none. */
type Chosen = { type: 'invoice-remind' | 'info-remind'; invoiceId: number | null } | { why: string }

interface Reminding {
  reservationIds: number[]
  by: Actor
  choose: (stay: ReservationToRemind | undefined, today: Day) => Chosen
}

function latePayment(stay: ReservationToRemind | undefined, today: Day): Chosen {
  const found = overdueInvoice(stay, today)
  return 'why' in found ? found : { type: 'invoice-remind', ...found }
}

function missingDetails(stay: ReservationToRemind | undefined, today: Day): Chosen {
  const why = whyNoDetailsReminder(stay, today)
  return why === null ? { type: 'info-remind', invoiceId: null } : { why }
}

/**
 * Enqueues an admin's reminders in one transaction. Locks the reservations in the order of their ids to avoid
 * deadlocks, as all other code does.
 */
async function remindAll(
  deps: WritingDeps,
  { reservationIds, by, choose }: Reminding,
): Promise<ReplyOf<typeof remindLatePayers>> {
  const ids = [...new Set(reservationIds)].toSorted((a, b) => a - b)
  const today = ranchDay(deps.now())
  return deps.db.transaction(async (tx) => {
    const stays = new Map((await readStays(tx, ids)).map((stay) => [stay.reservationId, stay]))
    const reply: ReplyOf<typeof remindLatePayers> = { reminded: [], emailIds: [], skipped: [] }
    for (const reservationId of ids) {
      const found = choose(stays.get(reservationId), today)
      if ('why' in found) {
        reply.skipped.push({ reservationId, ...found })
        continue
      }
      // The key of the e-mail contains the day. So if two admins press the button at the same time, the site sends
      // only one e-mail.
      const email = { reservationId, ...found, attempt: `${ATTEMPTS[found.type]}:${today}` }
      const asked = await requestEmailIn(tx, deps, { ...email, by })
      if (asked.ready) {
        reply.reminded.push(reservationId)
        reply.emailIds.push(asked.mailId)
      } else reply.skipped.push({ reservationId, why: whyOf(refusalOf(asked)) })
    }
    return reply
  })
}

const ATTEMPTS = { 'invoice-remind': 'overdue', 'info-remind': 'details' } as const

const whyOf = ({ message = 'There is no longer a reason for this email.' }: { message?: string }) => message
