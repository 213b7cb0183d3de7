/** The path of every API call: key, parameters, idempotency, the endpoint, the reply (docs.stripe.com/api). */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { API_VERSION, runOperation, type SandboxContext, type Operation } from '../operation.ts'
import { readControls } from '../control-state.ts'
import { newId } from '../model/objects.ts'
import { invalid, isRefusal, type Refusal, refuse } from '../model/refusals.ts'
import { type Form, parseForm } from '../conformance/requests.ts'
import { onceOnly, refused, type Reply } from './idempotency.ts'
import { identify } from './keys.ts'
import { expand } from './lists.ts'
import { readParams } from './params.ts'
import type { Route } from './routes.ts'

/** `Params`: the SDK's own type of the call's parameters, of which those arrive that the route plays. */
export interface Call<Params = unknown> {
  operation: Operation
  /** The id in the address, or empty. */
  id: string
  params: Params
  /** `client`: a publishable key, or none but a client secret. */
  caller: 'secret' | 'client'
}

export interface Answer {
  refusal?: undefined
  body: object
}

/**
 * Answers a call within the call's transaction, which is committed whatever the answer is: a declined card
 * is a refusal too, and its charge stays. So an endpoint checks before it writes.
 */
export type Endpoint<Params = unknown> = (call: Call<Params>) => Promise<Answer | Refusal>

/** Makes a Hono handler of a route. */
export function handle(context: SandboxContext, call: string, route: Route) {
  return async (c: Context): Promise<Response> => {
    const requestId = newId('req')
    const idempotencyKey = c.req.method === 'POST' ? (c.req.header('idempotency-key') ?? null) : null
    const reply = await answer({ context, call, route, c, requestId, idempotencyKey })
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': requestId,
      'stripe-version': c.req.header('stripe-version') ?? API_VERSION,
    }
    if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey
    if (reply.replayOf !== undefined) {
      headers['idempotent-replayed'] = 'true'
      headers['original-request'] = reply.replayOf
    }
    return new Response(JSON.stringify(reply.body, null, 2), { status: reply.status, headers })
  }
}

interface Incoming {
  context: SandboxContext
  call: string
  route: Route
  c: Context
  requestId: string
  idempotencyKey: string | null
}

async function answer(incoming: Incoming): Promise<Reply> {
  const { context, c, call, route, requestId, idempotencyKey } = incoming
  const caller = identify(c.req.raw, context, route.access ?? 'secret')
  if (isRefusal(caller)) return refused(caller)
  const form = await readForm(c)
  if (isRefusal(form)) return refused(form)
  const controls = await readControls(context)
  if (controls.provider === 'refuse') return refused(UNAVAILABLE)
  const read = readParams(call, route, form)
  if (read.refusal) return refused(read)
  const reply = await runOperation(context, { requestId, idempotencyKey, controls }, async (operation) => {
    const work = async () => {
      const done = await perform(incoming, { operation, params: read.value, caller })
      return controls.provider === 'save-errors' ? refused(LOST) : done
    }
    if (idempotencyKey === null) return work()
    return onceOnly(
      operation,
      { key: `${caller}:${idempotencyKey}`, fingerprint: fingerprint(c, form) },
      work,
    )
  })
  return controls.provider === 'lose-replies' ? refused(LOST) : reply
}

async function readForm(c: Context): Promise<Form | Refusal> {
  if (c.req.method !== 'POST') return parseForm(new URL(c.req.url).search)
  const text = await c.req.text()
  const type = c.req.header('content-type') ?? ''
  if (text === '' || type.startsWith('application/x-www-form-urlencoded')) return parseForm(text)
  return invalid(
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  )
}

interface Performance {
  operation: Operation
  params: Record<string, unknown>
  caller: 'secret' | 'client'
}

async function perform(incoming: Incoming, { operation, params, caller }: Performance): Promise<Reply> {
  const id = incoming.c.req.param('id') ?? ''
  const given: Answer | Refusal = await incoming.route.endpoint({
    operation,
    id,
    params: params as never,
    caller,
  })
  if (isRefusal(given)) return refused(given)
  const whole = await expand(operation.tx, given.body, (params['expand'] ?? []) as string[])
  return isRefusal(whole) ? refused(whole as Refusal) : { status: 200, body: whole }
}

function fingerprint(c: Context, form: Form): string {
  // From the mount on: in process and over HTTP the same call has the same fingerprint.
  const path = addressOf(c)
  return createHash('sha256')
    .update(JSON.stringify([c.req.method, path, form]))
    .digest('hex')
}

const UNAVAILABLE = refuse(503, {
  type: 'api_error',
  message: 'Sorry! There was an error while talking to one of our backends. Support has been notified.',
})
const LOST = refuse(500, { type: 'api_error', message: 'An unknown error occurred' })

export function unknownAddress(c: Context): Response {
  const path = addressOf(c)
  const { error } = invalid(
    `Unrecognized request URL (${c.req.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  )
  return c.json({ error }, 404)
}

function addressOf(c: Context): string {
  return new URL(c.req.url).pathname.replace(/^.*?(?=\/v1\/)/, '')
}
