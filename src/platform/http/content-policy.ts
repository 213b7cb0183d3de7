/** The content security policy of our pages, by the hashes of what they carry inline (ARCHITECTURE "Pages"). */
import { createHash } from 'node:crypto'

export interface PagePolicyOptions {
  /** The real provider's script, frames and calls are allowed only with real keys. */
  realPayments: boolean
  secure: boolean
  /** Vite's hot reload needs a socket and styles made by scripts. */
  development?: boolean
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi
/** Loaded from elsewhere, or data for search engines, which no browser runs: neither needs leave to. */
const NOT_RUN = /\ssrc\s*=|\stype="application\/ld\+json"/i
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi
const FRAME = /<(?:iframe|embed|object)\b[^>]*?\s(?:src|data)="(https:\/\/[a-z0-9.-]+(?::\d+)?)(?=["/?#])/gi

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The policy for a finished page. Frames of other hosts (an event's PDF) are allowed by name where the page has them. */
export function pagePolicy(html: string, options: PagePolicyOptions): string {
  const scripts = [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '', code = '']) => code !== '' && !NOT_RUN.test(attributes))
    .map(([, , code = '']) => hash(code))
  const styles = [...html.matchAll(STYLE)].map(([, css = '']) => hash(css))
  const frames = [...html.matchAll(FRAME)].map(([, origin = '']) => origin)
  const stripe = options.realPayments
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...new Set(scripts),
      ...(stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []),
    ],
    'style-src': options.development ? ["'self'", "'unsafe-inline'"] : ["'self'", ...new Set(styles)],
    // Event colors are validated hex values in style attributes.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'media-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...(stripe ? ['https://api.stripe.com'] : []),
      ...(options.development ? ['ws:'] : []),
    ],
    'frame-src': [
      "'self'",
      ...new Set(frames),
      ...(stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'] : []),
    ],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(options.secure ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
