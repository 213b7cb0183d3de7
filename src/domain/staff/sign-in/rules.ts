/** Decides what a caller may do as family. `role-rules.ts` and `people/recognize.ts` decide the roles of staff. */
import { type Caller, may } from '#platform/http/context.ts'

/** Returns true if the caller may see the family calendar. */
export const isFamilyCaller = (caller: Caller): boolean => caller.family || may(caller, 'events.see')
