/**
 * Creates a page's content security policy from the hashes of inline code that the site itself wrote (R19.8).
 * Never computes the hashes from a finished page, because that would also allow code that somebody injected
 * (docs/decisions/0053).
 */
import { createHash } from 'node:crypto'
import { fileLink, isOwnFile } from '#shared/links.ts'

export interface PagePolicyOptions {
  /** True if the site has real Stripe keys. Then the policy allows Stripe's scripts, frames and calls. */
  realPayments: boolean
  secure: boolean
  /** True in development. Then the policy allows the socket and styles of Vite's hot reload. */
  development?: boolean
}

/**
 * Exceptions from the usual policy that a page needs: its inline scripts and styles, and the documents in its
 * frames.
 */
interface PageNeeds {
  scripts?: readonly string[]
  styles?: readonly string[]
  /**
   * Links to the documents in the page's frames, as `fileLink` returns them. Our own documents need no
   * exception.
   */
  frames?: readonly string[]
  /** True if the page offers wallets. The wallet Link sends requests to its own hosts. */
  wallets?: boolean
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Returns the origin of a link to another site. Returns null for our own files and for invalid links. */
function frameOrigin(text: string): string | null {
  const link = fileLink(text)
  return link === null || isOwnFile(link) ? null : new URL(link).origin
}

/** Hosts of the wallet Link. Apple Pay and Google Pay run inside of Stripe's frames (docs/developers/stripe.md). */
const LINK = ['https://link.com', 'https://*.link.com']

/**
 * Returns a page's content security policy. Without `needs`, no inline code runs, and frames show only our
 * own documents.
 */
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
    // Pages set an event's color in style attributes. The server has checked that it is a hex value.
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
