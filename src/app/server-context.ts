/** What loaders get from the server: `context.get(callContext)`, `context.get(siteContext)`. */
import { createContext, data } from 'react-router'
import type { PaymentsInfo } from '#app/guest/payment/card-client.ts'
import type { Call, Failed } from '#shared/client.ts'

export interface SiteInfo {
  /** The site's origin without a trailing slash, for canonical URLs and link previews. */
  publicUrl: string
  /** Whether any sandbox is on. Pages then show a small "Demo" mark (R21.7). */
  demo: boolean
  admin: boolean
  /** Whether a user is signed in, admin or not. Null if that could not be determined. */
  signedIn: boolean | null
  payments: PaymentsInfo
}

/** Calls the API in process, as the visitor whose page is being rendered. */
export const callContext = createContext<Call>()

export const siteContext = createContext<SiteInfo>()

/** Paths of the pages that search engines may list (`PageHandle.listed`), in the order of `routes.ts`. */
export const listedContext = createContext<readonly string[]>([])

/** Adds a document to the ones that the page's content security policy allows in frames. */
export const frameContext = createContext<(link: string) => void>(() => {})

/** Marks the page's own scripts with a secret word that no content of the page may contain. */
export const ownMarkContext = createContext<string | undefined>(undefined)

/** Reports errors from rendering and loaders. */
export const reportContext = createContext<(error: unknown) => void>(() => {})

export interface ErrorWords {
  heading: string
  /** Text of the error page. Missing if the server's message is shown. */
  text?: string
  /** Whether the error page offers to e-mail a new private link. */
  lostLink?: boolean
}

interface ErrorOptions {
  /** The page's own text per status. Other statuses show the server's message. */
  words?: Record<number, ErrorWords>
  headers?: HeadersInit
}

/** Returns a reply's data for a loader, or throws the error page. */
export function dataOf<Data>(reply: { ok: true; data: Data } | Failed, options: ErrorOptions = {}): Data {
  if (reply.ok) return reply.data
  throw pageError(reply, options)
}

/** Creates the error that a loader throws. Status 0 means that there was no response. */
export function pageError(
  { status, message }: { status: number; message: string },
  { words = {}, headers = {} }: ErrorOptions = {},
) {
  return data({ text: message, ...words[status] }, { status: status || 503, headers })
}
