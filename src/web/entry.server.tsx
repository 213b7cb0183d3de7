import { text } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  RouterContextProvider,
  ServerRouter,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
} from 'react-router'
import type { Call } from '#shared/client.ts'
import { loadLate } from './late-scripts.ts'
import {
  callContext,
  frameContext,
  listedContext,
  ownMarkContext,
  reportContext,
  siteContext,
  type SiteInfo,
} from './server-context.ts'

/** The e-mails' templates are React too, so the server reaches them through this bundle. */
export { renderEmail } from '#features/emails/ui/render.tsx'

export interface PageContextOptions {
  call: Call
  site: SiteInfo
  /** The value of `listedContext`. */
  listed?: readonly string[]
  /** The value of `frameContext`. */
  frame?: (link: string) => void
  /** For `ownMarkContext`: a word of this rendering alone. The server takes it away before anybody sees the page. */
  ownMark?: string
  /** Called with errors that a page could not handle; nothing is logged here. */
  report?: (error: unknown) => void
}

/** The context for one request, to be handed to React Router's request handler. */
export function createPageContext({ call, site, listed = [], ...page }: PageContextOptions) {
  const context = new RouterContextProvider()
  context.set(callContext, call)
  context.set(siteContext, site)
  context.set(listedContext, listed)
  if (page.frame) context.set(frameContext, page.frame)
  context.set(ownMarkContext, page.ownMark)
  if (page.report) context.set(reportContext, page.report)
  return context
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportContext)(error)
}

/** Renders the page to its last byte: the server hashes its own inline scripts and may keep it whole. */
export default async function handleRequest(
  ...[request, status, headers, entry, context]: Parameters<HandleDocumentRequestFunction>
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  // A refusal is no page: the server has words of its own for whoever only reads.
  if (request.method === 'HEAD' || (status === 429 && request.method === 'GET'))
    return new Response(null, { status, headers })
  let failed = false
  const nonce = context.get(ownMarkContext)
  const page = <ServerRouter context={entry} url={request.url} nonce={nonce} />
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError(error) {
        failed = true
        context.get(reportContext)(error)
      },
    })
  })
  return new Response(loadLate(html), { status: failed ? 500 : status, headers })
}
