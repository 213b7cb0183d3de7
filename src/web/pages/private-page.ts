/**
 * The pages behind a link that is somebody's only key: they go to no cache, no search engine and no
 * other site, and neither do their errors. Such a route exports `headers = privateHeaders` and an error boundary of its own.
 */
import type { HeadersArgs } from 'react-router'
import { venue } from '#shared/venue.ts'
import { unlistedMeta } from '../page-meta.ts'
import { dataOf, type ErrorWords } from '../server-context.ts'

export const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** The loader's headers, or those of its error. */
export const privateHeaders = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders

export const privateMeta = (title: string) => [
  ...unlistedMeta(title),
  { name: 'referrer', content: 'no-referrer' },
]

/** A reply's data, for the loader; otherwise an error page in the page's own words for a status, or the server's. */
export const privateDataOf = <Data>(
  reply: Parameters<typeof dataOf<Data>>[0],
  words: Record<number, ErrorWords>,
): Data => dataOf(reply, { words, headers: PRIVATE })

export const RESERVATION_NOT_FOUND: ErrorWords = {
  heading: 'Reservation not found',
  text: `Please check that the link is complete, as in your email. Signed up for the same event twice? Then the link of the first time counts, and we have emailed it to you again. Otherwise write to ${venue.email}.`,
  lostLink: true,
}

/** Once the guest's data is deleted, after the event or at the guest's wish: the server says which, and when. */
export const PURGED: ErrorWords = { heading: 'Your data is deleted.' }
