/** The React pages: rendered whole, then sent with a policy that names every inline script by its hash. */
import type { ServerBuild } from 'react-router'
import type { Call } from '../shared/client.ts'

/** What the Vite bundle offers the server besides its pages; see `src/web/entry.server.tsx`. */
export interface PageRequest {
  request: Request
  address: string
  requestId: string
}

export interface PageReply {
  response: Response
  /** The page's pattern, for the log. */
  route: string
}

export type Pages = (page: PageRequest) => Promise<PageReply>
export type { Call, ServerBuild }
