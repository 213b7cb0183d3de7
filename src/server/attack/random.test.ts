/**
 * Random requests made from the site's own description, by everybody there is: never a server error or an undeclared answer,
 * never a word that is not the caller's to know, never a change of what is not theirs.
 */
import { spendNight } from './testing/nights.ts'

spendNight({ open: 3, guarded: 1, admin: 2 })
