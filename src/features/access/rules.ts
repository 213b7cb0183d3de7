/** Admins and family, by what was found out about a caller. */
import type { Caller } from '#platform/http/context.ts'

export function isAdminCaller(caller: Caller): boolean {
  return caller.kind === 'user' && caller.admin
}

/** True when the caller may see the family's calendar. */
export function isFamilyCaller(caller: Caller): boolean {
  return caller.family || isAdminCaller(caller)
}
