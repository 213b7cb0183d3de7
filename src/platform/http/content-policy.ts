/**
 * Creates the content security policy of a page from the hashes of inline code that we have written ourselves
 * (R19.8). Never computes the hashes from a finished page, because that would also allow code that somebody injected
 * (docs/decisions/0053).
 */
import { createHash } from 'node:crypto'
import { fileLink, isOwnFile } from '#shared/links.ts'

export interface PagePolicyOptions {
  /** True only with real keys. Then the provider's scripts, frames and calls are allowed. */
  realPayments: boolean
  secure: boolean
  /** True in development. Then the socket and the styles of Vite's hot reload are allowed. */
  development?: boolean
}

/** What a page needs in addition: its inline scripts and styles, and the documents that it shows in frames. */
interface PageNeeds {
  scripts?: readonly string[]
  styles?: readonly string[]
  /** Links as `fileLink` returns them. Documents on our own site need no exception. */
  frames?: readonly string[]
  /** True if the page offers wallets, because the wallet Link calls its own hosts. */
  wallets?: boolean
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Returns the origin of a link to another site; null for our own files and invalid links. */
function frameOrigin(text: string): string | null {
  const link = fileLink(text)
  return link === null || isOwnFile(link) ? null : new URL(link).origin
}

/** Hosts of the wallet Link. Apple Pay and Google Pay run inside of Stripe's frames (docs/developers/stripe.md). */
const LINK = ['https://link.com', 'https://*.link.com']

/**
 * Returns the policy of a page. Unless it needs more, nothing inline runs, and only documents of our own site can be
 * shown in frames.
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
    // The colors of events are checked hex values in style attributes.
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
