/** What an admin does to an event's spots and to money. */
import { eq } from 'drizzle-orm'
import { events } from '../../../../../platform/database/schema/events.ts'
import type { AdminStep } from '../operations.ts'
import { tell, type World } from '../world.ts'
import { takeInvoiceStep } from './invoices.ts'
import { takeMoneyBackStep } from './money-back.ts'

export async function takeAdminStep(world: World, step: AdminStep): Promise<void> {
  switch (step.do) {
    case 'set spots': {
      const { id } = world.events[step.event]
      // As the event's form would write it, which asks for more than a history has.
      await world.site.app.services.db.update(events).set({ spots: step.spots }).where(eq(events.id, id))
      tell(world, `the admin sets ${step.event} to ${step.spots} spots`)
      return
    }
    case 'take cash':
      return await takeInvoiceStep(world, step)
    default:
      return await takeMoneyBackStep(world, step)
  }
}
