/** The same as `random.test.ts`, all night long. */
import { spendNight } from './testing/nights.ts'

spendNight({ open: 150, guarded: 10, admin: 100 })
