/**
 * Helpers for pages behind a private link. Caches and search engines must not store these pages and their error
 * pages, and their links send no referrer. The route of such a page exports `headers = privateHeaders` and its
 * own error boundary.
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

/** Returns the headers of the page's loader, or the headers of the loader's error. */
export const privateHeaders = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders

export const privateMeta = (title: string) => [
  ...unlistedMeta(title),
  { name: 'referrer', content: 'no-referrer' },
]

/**
 * Returns a reply's data for a loader. If the reply is a failure, throws an error page. Its text is the one
 * in `words` for the status, or else the server's text.
 */
export const privateDataOf = <Data>(
  reply: Parameters<typeof dataOf<Data>>[0],
  words: Record<number, ErrorWords>,
): Data => dataOf(reply, { words, headers: PRIVATE })

export const RESERVATION_NOT_FOUND: ErrorWords = {
  heading: 'Reservation not found',
  text: `Please check that the link is complete, as in our latest email to you. A new link replaces older ones. Signed up for the same retreat twice? Then use the first link, which we emailed to you again. Otherwise, write to ${venue.email}.`,
  lostLink: true,
}

/**
 * The heading of a private page after the guest's data was deleted. The server's text below it says why and
 * when.
 */
export const PURGED: ErrorWords = { heading: 'Your data is deleted.' }
