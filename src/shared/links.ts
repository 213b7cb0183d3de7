/**
 * Paths that e-mails and the server need, and their absolute links. `app/paths.ts` has the other paths. Also
 * checks links that people type.
 */
import { queryString } from './client.ts'

/** Returns the path of a guest's private page. The uuid is its only secret (R8.1). */
export const reservationPath = (uuid: string) => `/complete-reservation/${encodeURIComponent(uuid)}`

/**
 * Returns the path of the directions. By the token, the site records that the guest has opened them. The
 * token gives access to nothing (R8.7).
 */
export const directionsPath = (attendeeToken?: string) =>
  attendeeToken === undefined ? '/directions' : `/directions?attendee=${encodeURIComponent(attendeeToken)}`

export const eventPath = (urlName: string) => `/event/${encodeURIComponent(urlName)}`
/** Returns the page with an event's guests, for staff. */
export const eventGuestsPath = (urlName: string) => `${eventPath(urlName)}/guests`
export const eventsPath = '/events'
export const packingListPath = '/packing-list'
export const termsPath = '/terms-of-stay'

/**
 * Returns the page on which a taker signs up for a leaver's spot. The token reveals nothing about the leaver.
 */
export const takeOverPath = (token: string) => `/take-over/${encodeURIComponent(token)}`

/** Returns the page on which a guest confirms held spots. Its token is only in the guest's e-mail (R46.3). */
export const confirmSpotsPath = (token: string) => `/confirm/${encodeURIComponent(token)}`

/** The page where guests request their private links again by e-mail. */
export const lostLinkPath = '/lost-link'

/** Returns the page of a waitlist offer. The token accepts or declines only this offer. */
export const offerPath = (token: string) => `/offer/${encodeURIComponent(token)}`

/**
 * Returns the page where a guest confirms the address of a waitlist entry. The token works only for that entry.
 */
export const placePath = (token: string) => `/waitlist/${encodeURIComponent(token)}`

/** Returns the page that shows an unpublished event. Its token is the only key, without a sign-in (R58.4). */
export const previewPath = (token: string) => `/preview/${encodeURIComponent(token)}`

/** Returns the page of an event's host. Its token is the only key, without a sign-in. */
export const hostPath = (token: string) => `/host/${encodeURIComponent(token)}`

/** The list of e-mails, with the settings of the notifications to an admin. */
export const adminPath = '/admin'

export const adminEmailsPath = '/admin/emails'

export const adminReservationPath = (reservationId: number) => `/reservation/${reservationId}`

/**
 * Returns the path of the page that shows an e-mail inside of a frame. With `id`, it shows a stored e-mail,
 * without it a preview.
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

/** Anchor of the section in which guests enter their arrival time. */
export const ARRIVAL_PART = 'your-arrival'

export const directionsLink = (publicUrl: string, attendeeToken: string) =>
  absoluteLink(publicUrl, directionsPath(attendeeToken))

/**
 * Returns the path of a text on this site, and never another site's address (R19.5). `localPath('events')`,
 * `('/events')` and `('//events')` all return `/events`.
 */
export function localPath(text: string): string {
  // Strips what browsers ignore or read as a slash: control characters and backslashes.
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

// Allows only hosts that a content security policy can name. It cannot name an IPv6 address, a user name or a
// password.
const HOST = /^[a-z0-9.-]+(:\d+)?$/

/**
 * Returns the link to store for a typed link to a file: https, or a path of this site with a leading slash.
 * Null for any other text. The server never fetches the file.
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

/** A piece of a typed text. It is a link if `href` is not null. */
export interface TextPart {
  text: string
  href: string | null
}

const WEB_ADDRESS = /https?:\/\/[^\s\p{C}<>"“”«»]+/giu
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * Splits a text into pieces, so that pages can show its web addresses as links: in `"(see
 * https://example.test/a)."`, the link ends before the bracket.
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
