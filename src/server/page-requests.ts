/**
 * Decides which requests a page accepts: views, and ordinary forms of limited size if the page takes forms.
 */
import { FORM_LIMIT_BYTES, mediaType, readBytes } from '#platform/http/request-input.ts'
import { fail, failureResponse } from '#platform/http/bind.ts'
import { isCrossSite, isEmbeddedCrossSite } from '#platform/http/xsrf.ts'
import { venue } from '#shared/venue.ts'

const FORM = 'application/x-www-form-urlencoded'

const ELSEWHERE =
  'Another site tried to show this page inside its own. Please open the address in a tab of its own.'

interface FormRule {
  publicUrl: string
  takesForms: boolean
}

/**
 * Returns the request that the page's code may handle, with its body read within the limit. Returns a refusal
 * for other requests. Without this check, React Router would reveal the names of its modules and read a form
 * of any size.
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
 * Removes the header `Origin: null` if the browser also says that the same site sent the form. The browser
 * hides the origin if a page sends no referrer, as private pages do. React Router would refuse a form with
 * this header.
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

/** Builds an error page from plain text, for the case that rendering a real page fails. */
export function plainPage(status: number, message: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${venue.name}</title></head>
<body><h1>Hold your horses</h1><p>${message}</p><p><a href="/">Go to the home page</a></p></body>
</html>`
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
