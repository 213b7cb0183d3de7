/** What a known caller may do: admins and family. Who becomes an admin in the first place is decided in `admin-rules.ts`. */
import type { Caller } from '#platform/http/context.ts'

export const isAdminCaller = (caller: Caller): boolean => caller.kind === 'user' && caller.admin

/** True when the caller may see the family's calendar. */
export const isFamilyCaller = (caller: Caller): boolean => caller.family || isAdminCaller(caller)
