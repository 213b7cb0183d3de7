/**
 * The content security policy of our pages, by the hashes of what we have written into them ourselves (R19.8). It is never
 * made from a finished page: what got into one by a mistake would be allowed with the rest (docs/decisions/0053).
 */
import { createHash } from 'node:crypto'
import { fileLink, isOwnFile } from '#shared/links.ts'

export interface PagePolicyOptions {
  /** The real provider's script, frames and calls are allowed only with real keys. */
  realPayments: boolean
  secure: boolean
  /** Vite's hot reload needs a socket and styles made by scripts. */
  development?: boolean
}

/** The exceptions that a page needs: the texts of its own inline scripts and styles, and whose documents it frames. */
interface PageNeeds {
  scripts?: readonly string[]
  styles?: readonly string[]
  /** Addresses as `fileLink` keeps them; our own need no leave. */
  frames?: readonly string[]
  /** The page offers wallets, of which Link talks to hosts of its own. */
  wallets?: boolean
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The origin of a link to another site; null for our own files and for what is no such link. */
function frameOrigin(text: string): string | null {
  const link = fileLink(text)
  return link === null || isOwnFile(link) ? null : new URL(link).origin
}

/** Pictures may come from anywhere by https already. Apple's and Google's wallets are in Stripe's frames (docs/payments.md). */
const LINK = ['https://link.com', 'https://*.link.com']

/** The policy of a page. Without needs nothing inline runs, and only our own documents are framed. */
export function pagePolicy(needs: PageNeeds, options: PagePolicyOptions): string {
  const scripts = (needs.scripts ?? []).map(hash)
  const styles = (needs.styles ?? []).map(hash)
  const frames = (needs.frames ?? []).map(frameOrigin).filter((origin) => origin !== null)
  const stripe = options.realPayments
  const link = stripe && needs.wallets ? LINK : []
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
      ...link,
      ...(options.development ? ['ws:'] : []),
    ],
    'frame-src': [
      "'self'",
      ...new Set(frames),
      ...(stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'] : []),
      ...link,
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
