/** Decides which requests a page accepts: views, and plain forms of ordinary size if the page takes forms. */
import { FORM_LIMIT_BYTES, mediaType, readBytes } from '#platform/http/request-input.ts'
import { fail, failureResponse } from '#platform/http/bind.ts'
import { isCrossSite, isEmbeddedCrossSite } from '#platform/http/xsrf.ts'
import { venue } from '#shared/venue.ts'

const FORM = 'application/x-www-form-urlencoded'

const ELSEWHERE = 'Another site asked for this page as a part of its own. Please open it by itself.'

interface FormRule {
  publicUrl: string
  takesForms: boolean
}

/**
 * Returns the request for the page's code, with its body read within the limit, or the reply that refuses it. Without
 * this, the router would reveal the names of its modules and read a form of any size.
 */
export async function admit(asked: Request, rule: FormRule): Promise<Request | Response> {
  const request = withoutKeptOrigin(asked)
  const { method, url, headers, signal } = request
  if (method === 'GET' || method === 'HEAD')
    return isEmbeddedCrossSite(request, rule.publicUrl) ? plainPage(403, ELSEWHERE) : request
  if (method !== 'POST' || !rule.takesForms) return notAllowed(rule)
  if (isCrossSite(request, rule.publicUrl)) return failureResponse(fail('csrf'))
  if (mediaType(request) !== FORM) return failureResponse(fail('unsupported_type'))
  const body = await readBytes(request, FORM_LIMIT_BYTES)
  if (typeof body === 'string') return failureResponse(fail(body))
  return new Request(url, { method, headers, signal, body })
}

/**
 * Removes the header `Origin: null` from a form that the browser reports as sent by the same site. The
 * browser hides the origin if a page sends no referrer, as private pages do. The router would refuse such a
 * form.
 */
function withoutKeptOrigin(request: Request): Request {
  const { headers: sent } = request
  if (sent.get('origin') !== 'null' || sent.get('sec-fetch-site') !== 'same-origin') return request
  const headers = new Headers(sent)
  headers.delete('origin')
  return new Request(request, { headers })
}

function notAllowed({ takesForms }: FormRule): Response {
  const response = plainPage(405, 'This page cannot be asked for in that way.')
  response.headers.set('allow', takesForms ? 'GET, HEAD, POST' : 'GET, HEAD')
  return response
}

/** Builds the error page of last resort. It depends on nothing that could fail. */
export function plainPage(status: number, message: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${venue.name}</title></head>
<body><h1>Hold your horses</h1><p>${message}</p><p><a href="/">Back to the start</a></p></body>
</html>`
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
