/** Removes the lock on events from the site. Node loads this file before the site's own code. */
import { removeEventLock } from './event-lock.ts'

removeEventLock()
