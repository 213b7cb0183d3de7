import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
} from 'react-router'
import type { Call } from '#shared/client.ts'
import { deferScripts } from './lazy-scripts.ts'
import {
  callContext,
  frameContext,
  listedContext,
  ownMarkContext,
  reportContext,
  siteContext,
  type SiteInfo,
} from './server-context.ts'

interface PageContextOptions {
  call: Call
  site: SiteInfo
  listed?: readonly string[]
  /** Allows the page to show a document in a frame. The page gets this function from `frameContext`. */
  frame?: (link: string) => void
  /**
   * A random word by which the server recognizes the page's own scripts, because browsers may run no others.
   * The page gets it from `ownMarkContext`, and the server removes it before it sends the page.
   */
  ownMark?: string
  /** Called with errors that a page could not handle. The server logs these errors, not this file. */
  report?: (error: unknown) => void
}

/** Creates the context of one request for React Router's request handler. */
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

/** Renders the whole page before it responds, because the server hashes the inline scripts and may cache the page. */
export default async function handleRequest(
  ...[request, status, headers, entry, context]: Parameters<HandleDocumentRequestFunction>
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  // Renders no page for a HEAD request, which gets no body, or for an exceeded rate limit, for which the
  // server sends a plain text.
  if (request.method === 'HEAD' || (status === 429 && request.method === 'GET'))
    return new Response(null, { status, headers })
  let failed = false
  const nonce = context.get(ownMarkContext)
  const page = <ServerRouter context={ownRoutes(entry)} url={request.url} nonce={nonce} />
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(textSink(resolve)),
      onShellError: reject,
      onError(error) {
        failed = true
        context.get(reportContext)(error)
      },
    })
  })
  return new Response(deferScripts(html), { status: failed ? 500 : status, headers })
}

/**
 * Removes all routes except the page's own. Otherwise the router would build every route again for each page.
 */
function ownRoutes(entry: EntryContext): EntryContext {
  const ids = new Set(entry.staticHandlerContext.matches.map(({ route }) => route.id))
  const own = <T,>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  const { manifest, routeModules } = entry
  return {
    ...entry,
    manifest: { ...manifest, routes: own(manifest.routes) },
    routeModules: own(routeModules),
  }
}

/** Returns a stream that collects the HTML of a page, and calls `done` with the whole HTML. */
function textSink(done: (text: string) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk)
      next()
    },
    final(next) {
      done(Buffer.concat(chunks).toString())
      next()
    },
  })
}
