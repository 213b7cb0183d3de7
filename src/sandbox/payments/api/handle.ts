/** The path of every API call: key, parameters, idempotency, the endpoint, the reply (docs.stripe.com/api). */
import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type Stripe from 'stripe'
import type { Database } from '#platform/database/database.ts'
import { sameText } from '#platform/http/signing.ts'
import { API_VERSION, type Operation, readControls, runOperation, type SandboxContext } from '../operation.ts'
import { newId } from '../model/objects.ts'
import { invalid, isRefusal, type Refusal, refuse } from '../model/refusals.ts'
import { type Form, type FormValue, parseForm, readParameters } from '../conformance/requests.ts'
import { findAny, listObjects } from '../store.ts'
import { onceOnly, refused, type Reply } from './idempotency.ts'

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

export interface Route {
  /** Takes the parameters as the SDK declares them for this call. */
  endpoint: (call: Call<never>) => ReturnType<Endpoint>
  /** Parameters that have their effect here, or parts of them (`card[number]`). What else Stripe declares is refused as not played. */
  plays: string[]
  /** The callers whom the route lets in: those with the secret key when not said. */
  access?: Access
  /** Parameters that only a browser sends, which the server's SDK does not declare. */
  browser?: Record<string, string>
}

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
    const keyed = { key: `${caller}:${idempotencyKey}`, fingerprint: fingerprint(c, form) }
    return onceOnly(operation, keyed, work)
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

async function perform(
  { c, route }: Incoming,
  { params, ...call }: Omit<Call<Record<string, unknown>>, 'id'>,
): Promise<Reply> {
  const id = c.req.param('id') ?? ''
  const given: Answer | Refusal = await route.endpoint({ ...call, id, params: params as never })
  if (isRefusal(given)) return refused(given)
  const whole = await expand(call.operation.tx, given.body, (params['expand'] ?? []) as string[])
  return isRefusal(whole) ? refused(whole as Refusal) : { status: 200, body: whole }
}

type Json = { [key: string]: unknown }

/** `expand[]` puts whole objects where ids are, in a copy. A path that leads nowhere is refused (docs.stripe.com/api/expanding_objects). */
async function expand(db: Database, body: object, paths: string[]): Promise<object | Refusal> {
  const copy = structuredClone(body) as Json
  for (const path of paths)
    if (!(await follow(db, copy, path.split('.'))))
      return invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  return copy
}

async function follow(db: Database, at: unknown, steps: string[]): Promise<boolean> {
  const [step, ...rest] = steps
  if (step === undefined || at === null) return true
  if (Array.isArray(at)) {
    for (const item of at) if (!(await follow(db, item, steps))) return false
    return true
  }
  if (typeof at !== 'object' || !(step in at)) return false
  const node = at as Json
  if (step === 'refunds' && node['object'] === 'charge')
    node['refunds'] = await refundsOf(db, String(node['id']))
  else if (typeof node[step] === 'string') {
    const found = step === 'id' ? undefined : await findAny(db, node[step])
    if (found === undefined) return false
    node[step] = structuredClone(found)
  }
  return follow(db, node[step], rest)
}

async function refundsOf(db: Database, charge: string) {
  const page = await listObjects(db, 'refund', { limit: 10, charge })
  const { data, hasMore } = 'data' in page ? page : { data: [], hasMore: false }
  return { object: 'list', data, has_more: hasMore, url: `/v1/charges/${charge}/refunds` }
}

function fingerprint(c: Context, form: Form): string {
  // From the mount on: in process and over HTTP the same call has the same fingerprint.
  return hash('sha256', JSON.stringify([c.req.method, addressOf(c), form]))
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

const addressOf = (c: Context): string => new URL(c.req.url).pathname.replace(/^.*?(?=\/v1\/)/, '')

// The callers of the API (docs.stripe.com/api/authentication).

interface Keys {
  secretKey: string
  publishableKey: string
}

type Access = 'secret' | 'publishable' | 'client-secret'

/**
 * The caller, or why they may not call. `access` is what the endpoint asks for at least: with
 * `client-secret` a browser needs no key at all, since the endpoint checks the secret (R22.3).
 */
export function identify(request: Request, keys: Keys, access: Access): 'secret' | 'client' | Refusal {
  const key = givenKey(request)
  if (key === null) return access === 'client-secret' ? 'client' : unauthorized(NO_KEY)
  if (sameText(key, keys.secretKey)) return 'secret'
  if (!sameText(key, keys.publishableKey)) return unauthorized(`Invalid API Key provided: ${masked(key)}`)
  if (access !== 'secret') return 'client'
  return refuse(401, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  })
}

function givenKey(request: Request): string | null {
  const [scheme = '', value = ''] = (request.headers.get('authorization') ?? '').split(' ')
  return /^bearer$/i.test(scheme) ? value : null
}

const masked = (key: string): string =>
  `${key.slice(0, 8)}${'*'.repeat(Math.max(0, Math.min(24, key.length - 12)))}${key.length > 12 ? key.slice(-4) : ''}`

const unauthorized = (message: string): Refusal => refuse(401, { type: 'invalid_request_error', message })

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."

// Reads a call's parameters by what Stripe declares of them, and refuses what the sandbox cannot play.

type Read = { refusal?: undefined; value: Record<string, unknown> } | Refusal

/** Parameters that every call may carry, whatever it does. */
const ALWAYS = ['expand']

/** @param call the call as the table of Stripe's calls names it */
function readParams(call: string, { plays, browser }: Route, form: Form): Read {
  const { value, problem } = readParameters(call, form, browser)
  if (problem) return invalid(problem.message, problem)
  const played = [...ALWAYS, ...Object.keys(browser ?? {}), ...plays]
  const other = leavesOf(form, '').find(
    (leaf) => !played.some((path) => leaf === path || leaf.startsWith(`${path}[`)),
  )
  if (other !== undefined)
    return invalid(`Stripe takes ${other}; the payment sandbox does not play it.`, { param: other })
  return metadataProblem(value['metadata']) ?? { value }
}

/** `card[number]` for each text of a form; lists go by their own name. */
function leavesOf(given: FormValue, path: string): string[] {
  if (typeof given === 'string' || Array.isArray(given)) return [path]
  return Object.entries(given).flatMap(([name, inner]) =>
    leavesOf(inner, path === '' ? name : `${path}[${name}]`),
  )
}

const tooMuch = (message: string, param = 'metadata') => invalid(message, { param })

/** docs.stripe.com/api/metadata: up to 50 keys of 40 characters with values of 500. */
function metadataProblem(given: unknown): Refusal | null {
  const entries = Object.entries((given ?? {}) as Record<string, string>)
  if (entries.length > 50)
    return tooMuch(`You can only have up to 50 metadata keys, but you passed in ${entries.length}.`)
  for (const [key, { length }] of entries) {
    if (key.length > 40)
      return tooMuch(
        `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters.`,
      )
    if (length > 500)
      return tooMuch(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${length} characters.`,
        `metadata[${key}]`,
      )
  }
  return null
}

/** An empty value stands for none (docs.stripe.com/api/metadata). */
export const readMetadata = (given: Stripe.Emptyable<Stripe.MetadataParam> | undefined) =>
  Object.fromEntries(
    Object.entries(given || {}).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])),
  )
