/**
 * Handles every API call in this order: secret key, parameters, idempotency, endpoint, reply
 * (docs.stripe.com/api).
 */
import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type Stripe from 'stripe'
import type { Database } from '#platform/database/database.ts'
import { sameText } from '#platform/http/signing.ts'
import { API_VERSION, type Operation, readControls, runOperation, type SandboxContext } from '../operation.ts'
import { type Kind, newId } from '../model/objects.ts'
import { invalid, isRefusal, type Refusal, refuse } from '../model/refusals.ts'
import { findAny, listObjects } from '../store.ts'
import { onceOnly, refused, type Reply } from './idempotency.ts'
import { type Form, parseForm, readParameters, type Readers, type Takes } from './parameters.ts'

/**
 * A call with its parameters. `Params` is the SDK's type of these parameters. The call contains only
 * parameters that the route declares.
 */
export interface Call<Params = unknown> {
  operation: Operation
  id: string
  params: Params
  /** Who calls: `secret` has the secret key, `client` only a publishable key or a client secret. */
  caller: 'secret' | 'client'
}

export interface Answer<Body extends object> {
  refusal?: undefined
  body: Body
}

/**
 * Answers a call in a transaction that always commits, because even a declined card leaves its failed charge
 * in the database. An endpoint that refuses must check before it writes. `Body` is the SDK's type of the
 * reply.
 */
export type Endpoint<Params, Body extends object> = (call: Call<Params>) => Promise<Answer<Body> | Refusal>

export interface Route {
  endpoint: Endpoint<never, object>
  takes: Readers
  /** Names of the call's required parameters. */
  needs: readonly string[]
  /** The kind of Stripe object in the reply. */
  shows: Kind
  access: Access
}

interface RouteTerms<Params> {
  takes: Takes<Params>
  needs?: readonly (keyof Params & string)[]
  shows: Kind
  /** Who may call the route. If this is missing, only callers with the secret key. */
  access?: Access
}

/**
 * Creates a route of the sandbox's API. A parameter compiles only with the name and type that the SDK
 * declares for the call.
 */
export const route = <Params, Body extends object>(
  endpoint: Endpoint<Params, Body>,
  { takes, needs = [], shows, access = 'secret' }: RouteTerms<NoInfer<Params>>,
): Route => ({ endpoint, takes: takes as Readers, needs, shows, access })

/** Creates a Hono handler for a route. */
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
  const caller = identify(c.req.raw, context, route.access)
  if (isRefusal(caller)) return refused(caller)
  if (caller === 'secret' && c.req.method === 'GET') context.countRead()
  const form = await readForm(c)
  if (isRefusal(form)) return refused(form)
  const controls = await readControls(context)
  if (controls.provider === 'refuse') return refused(UNAVAILABLE)
  const read = readParameters(form, { call, ...route })
  if (isRefusal(read)) return refused(read)
  const reply = await runOperation(context, { requestId, idempotencyKey, controls }, async (operation) => {
    const work = async () => {
      const done = await perform(incoming, { operation, params: read.value, caller }, read.expand)
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

async function perform({ c, route }: Incoming, call: Omit<Call, 'id'>, expand: string[]): Promise<Reply> {
  const id = c.req.param('id') ?? ''
  const answered = await route.endpoint({ ...call, id, params: call.params as never })
  if (isRefusal(answered)) return refused(answered)
  const body = structuredClone(answered.body)
  for (const path of expand)
    if (!(await expandPath(call.operation.tx, body, path.split('.'))))
      return refused(invalid(`This property cannot be expanded (${path}).`, { param: 'expand' }))
  return { status: 200, body }
}

/**
 * Replaces ids in a reply by the objects that they name, along one `expand` path. Returns false if a field is
 * missing, for example because a browser sees only part of an intent.
 */
async function expandPath(db: Database, at: unknown, [step, ...rest]: string[]): Promise<boolean> {
  if (step === undefined || typeof at !== 'object' || at === null) return true
  if (Array.isArray(at)) {
    for (const item of at) if (!(await expandPath(db, item, [step, ...rest]))) return false
    return true
  }
  const node = at as Record<string, unknown>
  if (!(step in node)) return false
  if (step === 'refunds') node[step] = await refundsOf(db, String(node['id']))
  else if (typeof node[step] === 'string') node[step] = (await findAny(db, node[step])) ?? node[step]
  return expandPath(db, node[step], rest)
}

async function refundsOf(db: Database, charge: string): Promise<Stripe.ApiList<Stripe.Refund>> {
  const page = await listObjects(db, 'refund', { limit: 10, charge })
  const { data, hasMore } = 'data' in page ? page : { data: [], hasMore: false }
  return { object: 'list', data, has_more: hasMore, url: `/v1/charges/${charge}/refunds` }
}

function fingerprint(c: Context, form: Form): string {
  // Hashes the path without the host, so that a call has the same fingerprint in process and over HTTP.
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

// The functions below identify the callers of the API (docs.stripe.com/api/authentication).

interface Keys {
  secretKey: string
  publishableKey: string
}

type Access = 'secret' | 'publishable' | 'client-secret'

/**
 * Returns the caller, or the error if this caller may not make the call. `access` is what the route requires.
 * With `client-secret`, a browser needs no key, because the endpoint checks the client secret (R22.3).
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
