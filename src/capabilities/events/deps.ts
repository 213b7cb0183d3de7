import type { Transaction } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import type { Day } from '../../shared/days.ts'

/** An event has got another first day. */
export interface StartMoved {
  eventId: number
  from: Day
  to: Day
}

export interface EventDeps extends Services {
  /**
   * What follows for those who have signed up, in the transaction that moves the event and holds its lock. Handed in,
   * since events know nothing of bookings.
   */
  onStartMoved(tx: Transaction, moved: StartMoved): Promise<void>
}
