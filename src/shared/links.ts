/** The site's paths that mails and parts of features name, and the whole links made of them (`web/paths.ts` has all the others); and links that people wrote. */
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

/** The page where somebody books the spot that a guest passes on: the token opens that sign-up, and nothing of the guest's. */
export const takeOverPath = (token: string) => `/take-over/${encodeURIComponent(token)}`

/** The page that confirms spots which cost nothing now: the token is known to the guest's mailbox alone (R46.3). */
export const confirmSpotsPath = (token: string) => `/confirm/${encodeURIComponent(token)}`

/** The page where guests have their private links sent to them again. */
export const lostLinkPath = '/lost-link'

/** A spot that is held for the next on the waitlist: the token accepts or declines this one offer. */
export const offerPath = (token: string) => `/offer/${encodeURIComponent(token)}`

/** The page where somebody who joined a waitlist confirms the address: the token is that entry's alone. */
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
export const absoluteLink = (publicUrl: string, path: string): string =>
  `${publicUrl.replace(/\/+$/, '')}${path}`

export const privateLink = (publicUrl: string, uuid: string) => absoluteLink(publicUrl, reservationPath(uuid))

/** The part of the guest's page where they tell when they come. */
export const ARRIVAL_PART = 'your-arrival'

export const directionsLink = (publicUrl: string, attendeeToken: string) =>
  absoluteLink(publicUrl, directionsPath(attendeeToken))

/**
 * The path of this site that a text from an address means; anything that would lead to another site becomes
 * a path here (R19.5). `localPath('events')`, `('/events')` and `('//events')` are `/events`.
 */
export function localPath(text: string): string {
  // Browsers drop control characters and read a backslash as a slash, so neither may lead.
  const inside = text.replace(/[\u0000-\u0020\u007f]/g, '').replace(/^[/\\]+/, '')
  const base = 'http://this.site'
  try {
    const address = new URL(`/${inside}`, base)
    const path = address.pathname.replace(/^[/\\]+/, '/')
    return address.origin === base ? `${path}${address.search}${address.hash}` : '/'
  } catch {
    return '/'
  }
}

// Addresses of pictures and documents that our pages show (R19.6).

// A host that the content policy can name as a frame's origin: no IPv6 address, no name and password.
const HOST = /^[a-z0-9.-]+(:\d+)?$/

/** The address as it is kept: https, or a path of this site beginning with a slash. Null for anything else. The server itself never fetches it. */
export function fileLink(text: string): string | null {
  if (text.startsWith('/')) return localPath(text) === text ? text : null
  try {
    const { protocol, host, username, password, href } = new URL(text)
    return protocol === 'https:' && HOST.test(host) && !username && !password ? href : null
  } catch {
    return null
  }
}

/** True when a link that is kept leads to a file of this site. */
export const isOwnFile = (link: string): boolean => link.startsWith('/')

/** A part of a text that somebody typed; `href` is null unless the part is a link. */
export interface TextPart {
  text: string
  href: string | null
}

const WEB_ADDRESS = /https?:\/\/[^\s\p{C}<>"“”«»]+/giu
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Returns the text in parts, so that the addresses in it can be links: `"(see https://example.test/a)."` links to `/a`. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(WEB_ADDRESS)) {
    const address = withoutSentenceEnd(found)
    if (!URL.canParse(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index), href: null })
    parts.push({ text: address, href: address })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

/** Punctuation at the end belongs to the sentence, and so does a bracket that the address did not open. */
function withoutSentenceEnd(found: string): string {
  let address = found
  for (;;) {
    const last = address.at(-1) ?? ''
    const opening = OPENING[last]
    const isOutside =
      opening === undefined
        ? /[.,;:!?'’‘`*…。，、）】」]/.test(last)
        : address.split(last).length > address.split(opening).length
    if (!isOutside) return address
    address = address.slice(0, -1)
  }
}
