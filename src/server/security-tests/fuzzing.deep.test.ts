/** The same as `random.test.ts`, all night long. */
import { fuzzSite } from './testing/fuzz-site.ts'

fuzzSite({ open: 40, guarded: 5, admin: 40 })
