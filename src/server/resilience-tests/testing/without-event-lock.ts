/** Preloaded into a process of the site for the negative control. */
import { takeOffEventLock } from './event-lock.ts'

takeOffEventLock()
