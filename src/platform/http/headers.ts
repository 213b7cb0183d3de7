/** Response headers: security headers on every reply (R19.8), headers for caches, and the names of downloads. */
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './context.ts'
import { isSecure } from './xsrf.ts'

/** Internal header: asks the cache middleware to cache a reply. The middleware removes it. */
const CACHEABLE_HEADER = 'x-cacheable'

/**
 * Marks a reply as one that the cache may store. `route` is the pattern of the page or the name of the
 * endpoint, for the log.
 */
export function markCacheable(headers: Headers, route: string): void {
  headers.set(CACHEABLE_HEADER, route)
}

/**
 * Removes the mark that `markCacheable` set, and returns the route in it. Returns null if the reply must not
 * be cached.
 */
export function takeCacheable(headers: Headers): string | null {
  const route = headers.get(CACHEABLE_HEADER)
  headers.delete(CACHEABLE_HEADER)
  return route
}

/**
 * Content policy of replies that are not pages. The browser runs and loads nothing from them, and shows them
 * in no frame.
 */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"
/**
 * Content policy of our own PDFs, which our pages show in frames. Chromium's viewer does not work with a
 * `default-src`.
 */
export const OWN_PDF = "frame-ancestors 'self'"

const YEAR_SECONDS = 31_536_000

/**
 * The frames of Stripe and Link that may open wallets: all that the content policy allows. Stripe does not document which
 * of its frames opens them.
 */
const PAYMENT_FRAMES =
  '"https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com" "https://link.com" "https://*.link.com"'

/** The browser features, such as the camera, that pages may use. All others are forbidden. */
const PERMISSIONS =
  'accelerometer=(), autoplay=(self), camera=(), display-capture=(), fullscreen=(self), geolocation=(), ' +
  `gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(self ${PAYMENT_FRAMES}), usb=()`

/**
 * Types of files that a browser never shows as a document (it would show an SVG). They do not need two of the
 * security headers, which would be half of all their headers.
 */
const ASSET = /^(font\/|video\/|image\/(?!svg)|text\/(css|javascript))/

/**
 * Adds the security headers that a reply lacks. Keeps the `content-security-policy` that a page has already
 * set.
 */
export function securityHeaders({ publicUrl }: { publicUrl: string }): MiddlewareHandler<HttpEnv> {
  const secure = isSecure(publicUrl)
  return async (c, next) => {
    await next()
    // Adds no headers to a reply within the process, because that reply never leaves the server.
    if (c.env?.origin) return
    const { headers } = c.res
    const setDefault = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value)
    }
    // Adds no content policy to a 304, because the browser keeps the policy of its cached page.
    if (c.res.status !== 304) setDefault('content-security-policy', defaultPolicy(headers))
    const framed = headers.get('content-security-policy')?.includes("frame-ancestors 'self'")
    headers.set('x-frame-options', framed ? 'SAMEORIGIN' : 'DENY')
    headers.set('x-content-type-options', 'nosniff')
    // Guests' links are secrets. So the browser must not send them to other sites as the referrer.
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

/** Largest number of characters in a download's file name, without the extension. */
const LONGEST = 80

/**
 * Builds the header `content-disposition` (RFC 6266) for a download that is named after a typed text. The
 * header contains a plain file name for old programs, and the full name. Neither name can end the header,
 * lead to another folder, or name a Windows device.
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

/** Creates the response for a CSV download. `attachment` builds `disposition`. */
export const csvResponse = (table: BodyInit, disposition: string) =>
  new Response(table, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': disposition,
    },
  })

/** Characters that file systems or headers do not accept, and marks that reverse the reading direction. */
const FORBIDDEN = /[\p{C}\\/:*?"<>|]/u

/**
 * Encodes a text by RFC 8187. Also encodes characters that a header does not allow but `encodeURIComponent`
 * leaves.
 */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )
