/**
 * Helpers for pages behind a private link. The pages and their errors stay out of caches and search engines, and
 * send no referrer. Such a route exports `headers = privateHeaders` and its own error boundary.
 */
import type { HeadersArgs } from 'react-router'
import { venue } from '#shared/venue.ts'
import { unlistedMeta } from './page-meta.ts'
import { dataOf, type ErrorWords } from './server-context.ts'

export const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Returns the loader's headers, or those of its error. */
export const privateHeaders = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders

export const privateMeta = (title: string) => [
  ...unlistedMeta(title),
  { name: 'referrer', content: 'no-referrer' },
]

/**
 * Returns a reply's data for a loader. Otherwise throws the error page with the page's text for the status, or the
 * server's.
 */
export const privateDataOf = <Data>(
  reply: Parameters<typeof dataOf<Data>>[0],
  words: Record<number, ErrorWords>,
): Data => dataOf(reply, { words, headers: PRIVATE })

export const RESERVATION_NOT_FOUND: ErrorWords = {
  heading: 'Reservation not found',
  text: `Please check that the link is complete, as in our newest email to you: a new link ends the ones before it. Signed up for the same event twice? Then the link of the first time counts, and we have emailed it to you again. Otherwise write to ${venue.email}.`,
  lostLink: true,
}

/** Shown after the guest's data was deleted. The server says why and when. */
export const PURGED: ErrorWords = { heading: 'Your data is deleted.' }
