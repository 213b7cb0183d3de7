/** Whom the limits count a request against. */
import { createHash } from 'node:crypto'
import type { RateLimitKey } from '../rate-limits.ts'
import { networksOf } from './address.ts'
import type { Caller } from './context.ts'
import { readCookie, sessionCookieName } from './cookies.ts'
import { isFromElsewhere, isSecure } from './xsrf.ts'

export interface Asking {
  request: Request
  address: string
  caller: Caller
  publicUrl: string
  /** The page that a call is made for was itself opened by another site's page. */
  forElsewhere?: boolean
}

/**
 * An admin is counted by their session or token, so that no stranger at the same address can use up what is theirs; everybody else
 * by the networks they are in. What another site's page opens in a visitor's browser counts apart from what the visitor opens.
 */
export function rateLimitKeys({ request, address, caller, publicUrl, forElsewhere }: Asking): RateLimitKey[] {
  const own =
    caller.kind === 'user' && caller.admin
      ? [{ key: nameOf(request, caller, publicUrl), times: 1 }]
      : networksOf(address)
  if (!forElsewhere && !isFromElsewhere(request, publicUrl)) return own
  return own.map(({ key, times }) => ({ key: `${key} from elsewhere`, times }))
}

function nameOf(request: Request, caller: Extract<Caller, { kind: 'user' }>, publicUrl: string): string {
  if (caller.via === 'bearer') return `bearer ${caller.subject}`
  const cookie = readCookie(request, sessionCookieName(isSecure(publicUrl))) ?? ''
  return `session ${createHash('sha256').update(cookie).digest('base64url')}`
}
