/** Decides what a signed-in caller may do as an admin or as family. `admin-rules.ts` decides who is an admin. */
import type { Caller } from '#platform/http/context.ts'

export const isAdminCaller = (caller: Caller): boolean => caller.kind === 'user' && caller.admin

/** Returns true if the caller may see the family calendar. */
export const isFamilyCaller = (caller: Caller): boolean => caller.family || isAdminCaller(caller)
