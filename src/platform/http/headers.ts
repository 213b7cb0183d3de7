/** The headers of replies: those of security on each (R19.8), those of the cache, and the name of a download. */
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './context.ts'
import { isSecure } from './xsrf.ts'

/** The header that tells the cache middleware to cache a reply. The middleware removes it. */
const CACHEABLE_HEADER = 'x-cacheable'

/** Marks a reply as cacheable; `route` is the page's pattern or the endpoint's name, for the log. */
export function markCacheable(headers: Headers, route: string): void {
  headers.set(CACHEABLE_HEADER, route)
}

/** Removes the mark and returns its route; null if the reply must not be cached. */
export function takeCacheable(headers: Headers): string | null {
  const route = headers.get(CACHEABLE_HEADER)
  headers.delete(CACHEABLE_HEADER)
  return route
}

/** The policy of replies that are no pages: nothing may run, load or frame. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"
/** Our own PDFs are shown in a frame of ours; Chromium's viewer needs a policy without `default-src`. */
export const OWN_PDF = "frame-ancestors 'self'"

const YEAR_SECONDS = 31_536_000

/** The powerful features that pages may use, and those that nothing here may. */
const PERMISSIONS =
  'accelerometer=(), autoplay=(self), camera=(), display-capture=(), fullscreen=(self), geolocation=(), ' +
  'gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(self "https://js.stripe.com"), usb=()'

/** Types of files that are no documents (an SVG can be one): two headers that documents alone heed would be half of their head. */
const ASSET = /^(font\/|video\/|image\/(?!svg)|text\/(css|javascript))/

/**
 * Adds the security headers that are missing; a layer below that set its own `content-security-policy` keeps it, as pages do, whose
 * policy is stricter or wider.
 */
export function securityHeaders({ publicUrl }: { publicUrl: string }): MiddlewareHandler<HttpEnv> {
  const secure = isSecure(publicUrl)
  return async (c, next) => {
    await next()
    // A reply to a page's own call goes no further than the page.
    if (c.env?.origin) return
    const { headers } = c.res
    const setDefault = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value)
    }
    // A 304 keeps the policy of the page it confirms.
    if (c.res.status !== 304) setDefault('content-security-policy', defaultPolicy(headers))
    const framed = headers.get('content-security-policy')?.includes("frame-ancestors 'self'")
    headers.set('x-frame-options', framed ? 'SAMEORIGIN' : 'DENY')
    headers.set('x-content-type-options', 'nosniff')
    // Guests' links are secrets: no other site learns from where somebody came.
    setDefault('referrer-policy', 'same-origin')
    if (!ASSET.test(headers.get('content-type') ?? '')) {
      headers.set('permissions-policy', PERMISSIONS)
      setDefault('cross-origin-opener-policy', 'same-origin')
    }
    setDefault('cross-origin-resource-policy', 'same-origin')
    setDefault('cache-control', 'no-store')
    if (secure) headers.set('strict-transport-security', `max-age=${2 * YEAR_SECONDS}; includeSubDomains`)
  }
}

const defaultPolicy = (headers: Headers): string =>
  headers.get('content-type')?.startsWith('application/pdf') ? OWN_PDF : NOTHING

/** Characters of a download's name at most, without its ending. */
const LONGEST = 80

/**
 * The header `content-disposition` (RFC 6266) of a download that is named after a text that people wrote: plain letters,
 * digits and dashes for old programs, the text itself beside it. Nothing in it can end the header, leave the folder or be a
 * device of Windows.
 */
export function attachment(title: string, ending: string, what = 'Reservations'): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const whole = [...title.normalize('NFC')]
    .slice(0, LONGEST)
    .map((letter) => (FORBIDDEN.test(letter) ? ' ' : letter))
    .join('')
  const old = [what.toLowerCase(), ...plain].join('-').slice(0, LONGEST)
  const name = `${what} ${whole}`.replaceAll(/\s+/g, ' ').trim()
  return `attachment; filename="${old}.${ending}"; filename*=UTF-8''${encoded(name)}.${ending}`
}

/** A table as a download; `disposition`: see `attachment`. */
export const csvResponse = (table: BodyInit, disposition: string) =>
  new Response(table, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': disposition,
    },
  })

/** Characters that no file system or header takes, and marks that turn letters round. */
const FORBIDDEN = /[\p{C}\\/:*?"<>|]/u

/** RFC 8187: what `encodeURIComponent` leaves and a header does not take. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )
