/** The context that a page's loader gets from the server: `context.get(callContext)`, `context.get(siteContext)`. */
import { createContext, data } from 'react-router'
import type { PaymentsInfo } from '#features/booking/ui/guest/card-client.ts'
import type { Call, Failed } from '#shared/client.ts'

export interface SiteInfo {
  /** The origin, without a slash at its end: for canonical links and link previews. */
  publicUrl: string
  /** Some part is a sandbox: pages carry a discreet "Demo" mark (R21.7). */
  demo: boolean
  admin: boolean
  /** Somebody has signed in, admin or not; null when that could not be found out. */
  signedIn: boolean | null
  payments: PaymentsInfo
}

/** Calls the API in process, as the visitor whose page is being made. */
export const callContext = createContext<Call>()

export const siteContext = createContext<SiteInfo>()

/** The paths of the pages that search engines may list (`PageHandle.listed`), in the order of `routes.ts`. */
export const listedContext = createContext<readonly string[]>([])

/** Tells the content policy of the page that is being made whose document it frames. */
export const frameContext = createContext<(link: string) => void>(() => {})

/** Marks the scripts that the page itself is made with; nothing that is shown on it may know this word. */
export const ownMarkContext = createContext<string | undefined>(undefined)

/** Reports errors of rendering and of loaders. */
export const reportContext = createContext<(error: unknown) => void>(() => {})

export interface ErrorWords {
  heading: string
  /** Missing: the server's own. */
  text?: string
  /** Another link can be had by e-mail. */
  lostLink?: boolean
}

interface ErrorOptions {
  /** The page's own words for a status; the server's for all others. */
  words?: Record<number, ErrorWords>
  headers?: HeadersInit
}

/** A reply's data, for a loader; throws what the error page takes otherwise. */
export function dataOf<Data>(reply: { ok: true; data: Data } | Failed, options: ErrorOptions = {}): Data {
  if (reply.ok) return reply.data
  throw pageError(reply, options)
}

/** To be thrown by a loader. A reply without a status: there was none. */
export function pageError(
  { status, message }: { status: number; message: string },
  { words = {}, headers = {} }: ErrorOptions = {},
) {
  return data({ text: message, ...words[status] }, { status: status || 503, headers })
}
