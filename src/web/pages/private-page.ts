/**
 * What the pages behind a link that is somebody's only key have in common: they go to no cache, no search engine and no
 * other site, and neither do their errors. Such a route exports `headers = privateHeaders` and an error boundary of its own.
 */
import { data, type HeadersArgs } from 'react-router'
import { venue } from '#shared/venue.ts'

export const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** The loader's headers, or those of its error. */
export const privateHeaders = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders

export const privateMeta = (title: string) => [
  { title: `${title} · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

interface Refused {
  /** The reply's status; 0: there was none. */
  status: number
  message: string
}

interface Words {
  heading: string
  /** Missing: the server's own. */
  text?: string
  /** Another link can be had by e-mail. */
  lostLink?: boolean
}

/** To be thrown by the loader: the page's own words for a status, otherwise the server's. */
export function privateError({ status, message }: Refused, words: Record<number, Words>) {
  return data({ text: message, ...words[status] }, { status: status || 503, headers: PRIVATE })
}

export const RESERVATION_NOT_FOUND: Words = {
  heading: 'Reservation not found',
  text: `Please check that the link is complete, as in your email. Signed up for the same event twice? Then the link of the first time counts, and we have emailed it to you again. Otherwise write to ${venue.email}.`,
  lostLink: true,
}

/** Once the guest's data is deleted, after the event or at the guest's wish: the server says which, and when. */
export const PURGED: Words = { heading: 'Your data is deleted.' }
