/** An admin's steps on events. Steps on payments and refunds are in `invoices.ts` and `refunds.ts`. */
import { eq } from 'drizzle-orm'
import { events } from '#platform/database/schema/events.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { update } from '#test/support/events/admin-calls.ts'
import type { AdminStep, EventName } from '../operations.ts'
import { dollars, noted, logLine, type HistoryState } from '../history-state.ts'
import { runInvoiceStep } from './invoices.ts'
import { runRefundStep } from './refunds.ts'

export async function runAdminStep(state: HistoryState, step: AdminStep): Promise<void> {
  switch (step.do) {
    case 'set spots': {
      const { id } = state.events[step.event]
      // Writes the row directly, because the event form requires fields that these test events lack.
      await state.site.app.services.db.update(events).set({ spots: step.spots }).where(eq(events.id, id))
      logLine(state, `the admin sets ${step.event} to ${step.spots} spots`)
      return
    }
    case 'move the event':
      return await move(state, step)
    case 'set the price': {
      const { event, cost } = step
      return await edit(
        state,
        event,
        { cost },
        `prices ${event} at ${cost < 0 ? 'nothing told' : dollars(cost)}`,
      )
    }
    case 'take cash':
      return await runInvoiceStep(state, step)
    default:
      return await runRefundStep(state, step)
  }
}

async function move(
  state: HistoryState,
  { event, days, tell: tellGuests }: Extract<AdminStep, { do: 'move the event' }>,
): Promise<void> {
  const { id } = state.events[event]
  const [row] = await state.site.app.services.db.select().from(events).where(eq(events.id, id))
  if (!row) return
  const today = ranchDay(state.site.app.clock.now())
  const startDateDate = days === 'near' ? addDays(today, 20) : addDays(row.startDateDate, days)
  const changes = { startDateDate, endDateDate: startDateDate, tellGuests }
  await edit(state, event, changes, `moves ${event} to ${startDateDate}`)
}

async function edit(
  state: HistoryState,
  event: EventName,
  changes: Omit<Parameters<typeof update>[1], 'id'>,
  does: string,
): Promise<void> {
  const admin = await state.site.app.signIn({ admin: true })
  const done = await update(admin, { id: state.events[event].id, ...changes })
  logLine(state, `the admin ${does}: ${done.ok ? 'done' : noted(state, done)}`)
}
