/** Refuses what no call of the sandbox takes: more than a form, and characters that no database can keep. */
import type { MiddlewareHandler } from 'hono'
import { readBytes } from '#platform/http/body.ts'
import { invalid, refuse, type Refusal } from './model/refusals.ts'

const MOST_BYTES = 100_000
const TOO_LARGE = refuse(413, { type: 'invalid_request_error', message: 'Request is too large.' })
const NOT_TEXT = invalid('Invalid request: it holds a character that is no text.')

/** U+0000 as a form, an address and JSON write it. */
const NOTHING = /%00|\0|\\u0000/

export const guard: MiddlewareHandler = async (c, next) => {
  if (NOTHING.test(c.req.url)) return answer(NOT_TEXT)
  const { raw } = c.req
  if (raw.body) {
    const bytes = await readBytes(raw, MOST_BYTES)
    if (bytes === 'too_large') return answer(TOO_LARGE)
    if (bytes === 'malformed' || NOTHING.test(new TextDecoder().decode(bytes))) return answer(NOT_TEXT)
    c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body: bytes })
  }
  return next()
}

function answer({ status, error }: Refusal): Response {
  return Response.json({ error }, { status })
}
