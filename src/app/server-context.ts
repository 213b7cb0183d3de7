/**
 * The data and functions that loaders get from the server by contexts: `context.get(callContext)`,
 * `context.get(siteContext)`.
 */
import { createContext, data } from 'react-router'
import type { PaymentsInfo } from '#app/guest/payment/card-client.ts'
import type { Call, Failed } from '#shared/client.ts'
import type { Permission, Role } from '#shared/roles.ts'

export interface StaffInfo {
  role: Role
  name: string | null
  email: string | null
  permissions: readonly Permission[]
}

export interface SiteInfo {
  /** The site's origin without a trailing slash, for canonical URLs and link previews. */
  publicUrl: string
  /** True if the site uses a sandbox. Pages then show a small "Demo" mark (R21.7). */
  demo: boolean
  /** True for owners and managers, who may edit events. */
  admin: boolean
  /** The member of staff who opened the page. Null for all other visitors. */
  staff: StaffInfo | null
  /** True if a user is signed in. Null if the site could not find out. */
  signedIn: boolean | null
  payments: PaymentsInfo
}

/** Calls the API inside the server process, with the rights of the visitor who requested the page. */
export const callContext = createContext<Call>()

export const siteContext = createContext<SiteInfo>()

/** The paths of all pages that search engines may list (`PageHandle.listed`), in the order of `routes.ts`. */
export const listedContext = createContext<readonly string[]>([])

/** Adds a document to those that the page's content security policy allows in frames. */
export const frameContext = createContext<(link: string) => void>(() => {})

/**
 * A secret word in the page's own scripts. The server allows only scripts with this word, which injected
 * content cannot know.
 */
export const ownMarkContext = createContext<string | undefined>(undefined)

/** Reports errors that happen in loaders or while the server renders a page. */
export const reportContext = createContext<(error: unknown) => void>(() => {})

export interface ErrorWords {
  heading: string
  /** The text of the error page. If it is missing, the page shows the server's message. */
  text?: string
  /** True if the error page offers to e-mail a new private link. */
  lostLink?: boolean
}

interface ErrorOptions {
  /**
   * The texts of the error page by HTTP status. For any other status, the page shows the server's message.
   */
  words?: Record<number, ErrorWords>
  headers?: HeadersInit
}

/** Returns the data of an API reply for a loader. If the reply is a failure, throws the error page. */
export function dataOf<Data>(reply: { ok: true; data: Data } | Failed, options: ErrorOptions = {}): Data {
  if (reply.ok) return reply.data
  throw pageError(reply, options)
}

/**
 * Creates the error that a loader throws to show the error page. Status 0 means that the API gave no
 * response.
 */
export function pageError(
  { status, message }: { status: number; message: string },
  { words = {}, headers = {} }: ErrorOptions = {},
) {
  return data({ text: message, ...words[status] }, { status: status || 503, headers })
}
