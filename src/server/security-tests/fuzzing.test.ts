/**
 * Random requests made from the site's own description, by everybody there is: never a server error or an undeclared answer,
 * never a word that is not the caller's to know, never a change of what is not theirs.
 */
import { fuzzSite } from './testing/fuzz-site.ts'

fuzzSite({ open: 3, guarded: 1, admin: 2 })
