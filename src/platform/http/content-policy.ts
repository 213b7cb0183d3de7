/**
 * Creates the content security policy of a page from the hashes of inline code that we wrote ourselves
 * (R19.8).
 * It never derives the policy from a finished page, which would also allow injected code
 * (docs/decisions/0053).
 */
import { createHash } from 'node:crypto'
import { fileLink, isOwnFile } from '#shared/links.ts'

export interface PagePolicyOptions {
  /** Allows the provider's scripts, frames and calls; true only with real keys. */
  realPayments: boolean
  secure: boolean
  /** Allows the socket and the script-made styles of Vite's hot reload. */
  development?: boolean
}

/** Exceptions that a page needs: its inline scripts and styles, and the documents that it frames. */
interface PageNeeds {
  scripts?: readonly string[]
  styles?: readonly string[]
  /** Links as `fileLink` returns them. Our own documents need no exception. */
  frames?: readonly string[]
  /** True if the page offers wallets. Link calls its own hosts. */
  wallets?: boolean
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Returns the origin of a link to another site; null for our own files and invalid links. */
function frameOrigin(text: string): string | null {
  const link = fileLink(text)
  return link === null || isOwnFile(link) ? null : new URL(link).origin
}

/** Hosts of the Link wallet. Apple Pay and Google Pay run inside Stripe's frames (docs/developers/stripe.md). */
const LINK = ['https://link.com', 'https://*.link.com']

/**
 * Returns the policy of a page. Without exceptions nothing inline runs, and only our own documents may be
 * framed.
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
