/** What a page's loader gets from the server: `context.get(callContext)`, `context.get(siteContext)`. */
import { createContext } from 'react-router'
import type { PaymentsInfo } from '#features/booking/ui/guest/card-client.ts'
import type { Call } from '#shared/client.ts'

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

/** Where errors of rendering and of loaders are reported. */
export const reportContext = createContext<(error: unknown) => void>(() => {})
