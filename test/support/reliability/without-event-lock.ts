/** Node loads this file before the site, so that the site runs without the lock on events. */
import { removeEventLock } from './event-lock.ts'

removeEventLock()
