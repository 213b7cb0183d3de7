/** What an admin does to an event's spots and to money. */
import { eq } from 'drizzle-orm'
import { events } from '#platform/database/schema/events.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { update } from '#test/support/events/admin-calls.ts'
import type { AdminStep, EventName } from '../operations.ts'
import { dollars, noted, tell, type World } from '../world.ts'
import { takeInvoiceStep } from './invoices.ts'
import { takeRefundStep } from './refunds.ts'

export async function takeAdminStep(world: World, step: AdminStep): Promise<void> {
  switch (step.do) {
    case 'set spots': {
      const { id } = world.events[step.event]
      // As the event's form would write it, which asks for more than a history has.
      await world.site.app.services.db.update(events).set({ spots: step.spots }).where(eq(events.id, id))
      tell(world, `the admin sets ${step.event} to ${step.spots} spots`)
      return
    }
    case 'move the event':
      return await move(world, step)
    case 'set the price': {
      const { event, cost } = step
      return await edit(
        world,
        event,
        { cost },
        `prices ${event} at ${cost < 0 ? 'nothing told' : dollars(cost)}`,
      )
    }
    case 'take cash':
      return await takeInvoiceStep(world, step)
    default:
      return await takeRefundStep(world, step)
  }
}

async function move(
  world: World,
  { event, days, tell: tellGuests }: Extract<AdminStep, { do: 'move the event' }>,
): Promise<void> {
  const { id } = world.events[event]
  const [row] = await world.site.app.services.db.select().from(events).where(eq(events.id, id))
  if (!row) return
  const today = ranchDay(world.site.app.clock.now())
  const startDateDate = days === 'near' ? addDays(today, 20) : addDays(row.startDateDate, days)
  const changes = { startDateDate, endDateDate: startDateDate, tellGuests }
  await edit(world, event, changes, `moves ${event} to ${startDateDate}`)
}

async function edit(
  world: World,
  event: EventName,
  changes: Omit<Parameters<typeof update>[1], 'id'>,
  does: string,
): Promise<void> {
  const admin = await world.site.app.signIn({ admin: true })
  const done = await update(admin, { id: world.events[event].id, ...changes })
  tell(world, `the admin ${does}: ${done.ok ? 'done' : noted(world, done)}`)
}
