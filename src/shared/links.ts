/** The site's paths that mails and parts of features name, and the whole links made of them; `web/paths.ts` has all the others. */
import { queryString } from './client.ts'

/** A guest's private page: the uuid is their only secret (R8.1). */
export const reservationPath = (uuid: string) => `/complete-reservation/${encodeURIComponent(uuid)}`

/** The directions; the attendee token reports that they were seen, and opens nothing (R8.7). */
export const directionsPath = (attendeeToken?: string) =>
  attendeeToken === undefined ? '/directions' : `/directions?attendee=${encodeURIComponent(attendeeToken)}`

export const eventPath = (urlName: string) => `/event/${encodeURIComponent(urlName)}`
export const eventsPath = '/events'
export const packingListPath = '/packing-list'
export const termsPath = '/terms-of-stay'

/** Where somebody books the spot that a guest passes on: the token opens that sign-up, and nothing of the guest's. */
export const takeOverPath = (token: string) => `/take-over/${encodeURIComponent(token)}`

/** Where guests have their private links sent to them again. */
export const lostLinkPath = '/lost-link'

/** A spot that is held for the next on the waitlist: the token accepts or declines this one offer. */
export const offerPath = (token: string) => `/offer/${encodeURIComponent(token)}`

/** Where somebody who joined a waitlist confirms the address: the token is that entry's alone. */
export const placePath = (token: string) => `/waitlist/${encodeURIComponent(token)}`

/** The host's page of an event, without signing in: the token is the only key. */
export const hostPath = (token: string) => `/host/${encodeURIComponent(token)}`

/** The kitchen sheet for admins; with medical conditions only when it says so. */
export const eventSheetPath = (urlName: string) => `/event-sheet/${encodeURIComponent(urlName)}`

/** The admin's page of a reservation, by its number. */
export const adminReservationPath = (reservationId: number) => `/reservation/${reservationId}`

/** A mail as a document for a frame: one that was written by its `id`, else one as it would be sent now. */
export const mailDocumentPath = (query: Record<string, string | number | undefined>) =>
  `/admin/mail${queryString(query)}`

/** A path as a whole link; `publicUrl` is the site's origin, with or without a slash at its end. */
export function absoluteLink(publicUrl: string, path: string): string {
  return `${publicUrl.replace(/\/+$/, '')}${path}`
}

export const privateLink = (publicUrl: string, uuid: string) => absoluteLink(publicUrl, reservationPath(uuid))

export const directionsLink = (publicUrl: string, attendeeToken: string) =>
  absoluteLink(publicUrl, directionsPath(attendeeToken))
