/** Preloaded into a process of the site to run it without the event lock. */
import { removeEventLock } from './event-lock.ts'

removeEventLock()
