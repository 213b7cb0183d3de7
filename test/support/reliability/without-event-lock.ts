/** Preloaded into a process of the site to run it without the event lock. */
import { takeOffEventLock } from './event-lock.ts'

takeOffEventLock()
