/** Admins and family, by what was found out about a caller. */
import type { Caller } from '#platform/http/context.ts'

export const isAdminCaller = (caller: Caller): boolean => caller.kind === 'user' && caller.admin

/** True when the caller may see the family's calendar. */
export const isFamilyCaller = (caller: Caller): boolean => caller.family || isAdminCaller(caller)
