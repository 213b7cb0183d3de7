/** What the pages behind a guest's own link say when it opens nothing. */
import { data } from 'react-router'
import { venue } from '#shared/venue.ts'
import { PRIVATE } from '../private-headers.ts'

interface Refused {
  /** The reply's status; 0: there was none. */
  status: number
  message: string
}

/** The error for a loader to throw. `purged`: what stands there once the guest's data is deleted. */
export function gone({ status, message }: Refused, purged: { heading: string; text: string }) {
  const words = status === 404 ? NOT_FOUND : status === 410 ? purged : { text: message }
  return data(words, { status: status || 503, headers: PRIVATE })
}

const NOT_FOUND = {
  heading: 'Reservation not found',
  text: `Please check that the link is whole, as it stands in your mail. If it is, write to ${venue.email}.`,
  lostLink: true,
}
