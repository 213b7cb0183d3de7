/**
 * Paths that e-mails and server features need, and their absolute links; `app/paths.ts` has the other paths.
 * Also checks links that people typed.
 */
import { queryString } from './client.ts'

/** Returns the path of a guest's private page. The uuid is its only secret (R8.1). */
export const reservationPath = (uuid: string) => `/complete-reservation/${encodeURIComponent(uuid)}`

/**
 * Returns the path of the directions. With the attendee token, the site can record that the guest opened them.
 * The token gives access to nothing (R8.7).
 */
export const directionsPath = (attendeeToken?: string) =>
  attendeeToken === undefined ? '/directions' : `/directions?attendee=${encodeURIComponent(attendeeToken)}`

export const eventPath = (urlName: string) => `/event/${encodeURIComponent(urlName)}`
export const eventsPath = '/events'
export const packingListPath = '/packing-list'
export const termsPath = '/terms-of-stay'

/**
 * Returns the page where a taker books the spot that a guest passes on. The token reveals nothing about that
 * guest.
 */
export const takeOverPath = (token: string) => `/take-over/${encodeURIComponent(token)}`

/**
 * Returns the page that where a guest confirms spots that need no payment now. Only the guest's mailbox
 * receives the token (R46.3).
 */
export const confirmSpotsPath = (token: string) => `/confirm/${encodeURIComponent(token)}`

/** The page where guests request their private links again by e-mail. */
export const lostLinkPath = '/lost-link'

/** Returns the page of a waitlist offer. The token accepts or declines only this offer. */
export const offerPath = (token: string) => `/offer/${encodeURIComponent(token)}`

/**
 * Returns the page where a guest confirms the address of a waitlist entry. The token works only for that entry.
 */
export const placePath = (token: string) => `/waitlist/${encodeURIComponent(token)}`

/** Returns the host's page of an event. It needs no sign-in: the token is the only key. */
export const hostPath = (token: string) => `/host/${encodeURIComponent(token)}`

/**
 * Returns the admins' kitchen sheet of an event. The sheet shows medical conditions only if the admin asks for
 * them.
 */
export const eventSheetPath = (urlName: string) => `/event-sheet/${encodeURIComponent(urlName)}`

/** Returns the admin's page of a reservation. */
export const adminReservationPath = (reservationId: number) => `/reservation/${reservationId}`

/**
 * Returns the path of an e-mail as a document inside a frame. `id` selects an e-mail that already exists;
 * without it, the document is a preview.
 */
export const mailDocumentPath = (query: Record<string, string | number | undefined>) =>
  `/admin/mail${queryString(query)}`

/**
 * Returns the absolute link of a path on the site. `publicUrl` is the site's origin, with or without a trailing
 * slash.
 */
export const absoluteLink = (publicUrl: string, path: string): string =>
  `${publicUrl.replace(/\/+$/, '')}${path}`

export const privateLink = (publicUrl: string, uuid: string) => absoluteLink(publicUrl, reservationPath(uuid))

/** The anchor of the section on the guest's page where they enter their arrival time. */
export const ARRIVAL_PART = 'your-arrival'

export const directionsLink = (publicUrl: string, attendeeToken: string) =>
  absoluteLink(publicUrl, directionsPath(attendeeToken))

/**
 * Returns the path on this site that a text stands for. A text that would lead to another site becomes a path
 * on this site (R19.5). `localPath('events')`, `('/events')` and `('//events')` all return `/events`.
 */
export function localPath(text: string): string {
  // Browsers drop control characters and read a backslash as a slash, so strip them from the start.
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

// Links to pictures and documents that our pages show (R19.6).

// Allows only hosts that the content policy can name as the origin of a frame. An IPv6 address, a user name or
// a password cannot be part of such a name.
const HOST = /^[a-z0-9.-]+(:\d+)?$/

/**
 * Checks a link to a file and returns the link to store: https, or a path of this site with a leading slash.
 * Returns null for any other text. The server never fetches the file.
 */
export function fileLink(text: string): string | null {
  if (text.startsWith('/')) return localPath(text) === text ? text : null
  try {
    const { protocol, host, username, password, href } = new URL(text)
    return protocol === 'https:' && HOST.test(host) && !username && !password ? href : null
  } catch {
    return null
  }
}

/** Returns true if a stored link leads to a file of this site. */
export const isOwnFile = (link: string): boolean => link.startsWith('/')

/** Part of a typed text; `href` is null unless the part is a link. */
export interface TextPart {
  text: string
  href: string | null
}

const WEB_ADDRESS = /https?:\/\/[^\s\p{C}<>"“”«»]+/giu
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * Splits a text into parts so that pages can render web addresses in it as links: `"(see
 * https://example.test/a)."` links to `/a`.
 */
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

/**
 * Removes the punctuation and the closing brackets at the end of an address that belong to the sentence around
 * it.
 */
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
