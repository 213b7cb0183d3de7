/** The path of every API call: key, parameters, idempotency, the endpoint, the reply (docs.stripe.com/api). */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { inWorld, readControls, type SandboxContext } from '../context.ts'
import { newId } from '../model/ids.ts'
import { invalid, isRefusal, refuse, type Refusal } from '../model/refusals.ts'
import { API_VERSION, type World } from '../world.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import { expand } from './expand.ts'
import { parseForm, type Form } from './form.ts'
import { identify, type Access } from './keys.ts'
import { claimKey, findReply, forgetOldReplies, keepReply } from './store.ts'

interface Reply {
  status: number
  body: object
  /** The request that was first answered so, if this is a replay. */
  replayOf?: string
}

/** Makes a Hono handler of an endpoint. */
export function handle(context: SandboxContext, endpoint: Endpoint, access: Access) {
  return async (c: Context): Promise<Response> => {
    const requestId = newId('req')
    const idempotencyKey = c.req.method === 'POST' ? (c.req.header('idempotency-key') ?? null) : null
    const reply = await answer({ context, endpoint, access, c, requestId, idempotencyKey })
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
  endpoint: Endpoint
  access: Access
  c: Context
  requestId: string
  idempotencyKey: string | null
}

async function answer(incoming: Incoming): Promise<Reply> {
  const { context, c, access, requestId, idempotencyKey } = incoming
  const caller = identify(c.req.raw, context, access)
  if (isRefusal(caller)) return refused(caller)
  const form = await readForm(c)
  if (isRefusal(form)) return refused(form)
  const controls = await readControls(context)
  if (controls.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, controls.slowMs))
  if (controls.provider === 'refuse') return refused(UNAVAILABLE)
  const reply = await inWorld(context, { requestId, idempotencyKey, controls }, async (world) => {
    const work = () => perform(incoming, { world, form, caller })
    if (idempotencyKey === null) return work()
    return onceOnly(world, { key: `${caller}:${idempotencyKey}`, fingerprint: fingerprint(c, form) }, work)
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
  world: World
  form: Form
  caller: 'secret' | 'client'
}

async function perform(incoming: Incoming, { world, form, caller }: Performance): Promise<Reply> {
  const id = incoming.c.req.param('id') ?? ''
  const answer: Answer | Refusal = await incoming.endpoint({ world, id, form, caller })
  if (isRefusal(answer)) return refused(answer)
  const paths = form['expand']
  if (!Array.isArray(paths)) return { status: 200, body: answer.body }
  const whole = await expand(world.tx, answer.body, paths.map(String))
  return isRefusal(whole) ? refused(whole as Refusal) : { status: 200, body: whole }
}

interface KeyedRequest {
  key: string
  fingerprint: string
}

/** The first reply is kept and given again; mistakes in the parameters are not, so they can be corrected. */
async function onceOnly(
  world: World,
  { key, fingerprint }: KeyedRequest,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (!(await claimKey(world.tx, key))) return refused(keyInUse(key))
  await forgetOldReplies(world.tx, world.now)
  const kept = await findReply(world.tx, key)
  if (kept !== undefined && kept.fingerprint !== fingerprint) return refused(otherParameters(key))
  if (kept !== undefined) return { status: kept.status, body: kept.body, replayOf: kept.requestId }
  const reply = await work()
  if (!isParameterMistake(reply))
    await keepReply(world.tx, {
      key,
      fingerprint,
      status: reply.status,
      body: reply.body,
      requestId: world.requestId ?? '',
      createdAt: world.now,
    })
  return reply
}

function isParameterMistake({ status, body }: Reply): boolean {
  const code = (body as { error?: { code?: string } }).error?.code ?? ''
  return status === 400 && code.startsWith('parameter_')
}

function fingerprint(c: Context, form: Form): string {
  // From the mount on: in process and over HTTP the same call has the same fingerprint.
  const path = addressOf(c)
  return createHash('sha256')
    .update(JSON.stringify([c.req.method, path, form]))
    .digest('hex')
}

function refused({ status, error }: Refusal): Reply {
  return { status, body: { error } }
}

function keyInUse(key: string): Refusal {
  return refuse(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${bare(key)}. Please try again later.`,
  })
}

function otherParameters(key: string): Refusal {
  return refuse(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${bare(key)}' if you meant to execute a different request.`,
  })
}

function bare(key: string): string {
  return key.slice(key.indexOf(':') + 1)
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
