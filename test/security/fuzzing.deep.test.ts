/** Runs the random requests of `fuzzing.test.ts` many more times. */
import { fuzzSite } from '../support/security/fuzz-site.ts'

fuzzSite({ open: 40, guarded: 5, admin: 40 })
