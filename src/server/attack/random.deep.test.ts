/** The same as `random.test.ts`, all night long. */
import { spendNight } from './testing/nights.ts'

spendNight({ open: 40, guarded: 5, admin: 40 })
