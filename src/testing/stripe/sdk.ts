/**
 * The package `stripe` in tests (vitest.config.ts): the SDK itself, but for its `fetch`, on which each request is held against the table
 * of Stripe's calls, and each reply of the sandbox against the object that Stripe declares. Both go on as they are.
 */
import { parseForm, readParameters } from '#sandbox/payments/conformance/requests.ts'
import { errorProblems, replyProblems } from '#sandbox/payments/testing/replies.ts'
import { stripeTable } from '#sandbox/payments/conformance/table.ts'
import { Stripe } from '../../../node_modules/stripe/esm/stripe.esm.node.js'
import { noteProblem } from './problems.ts'

export * from '../../../node_modules/stripe/esm/stripe.esm.node.js'
export { Stripe as default }

// A lost request is sent again at once: the pause before it is the SDK's own, half a second at least.
Object.assign(Stripe.prototype, {
  getInitialNetworkRetryDelay: () => 0.01,
  getMaxNetworkRetryDelay: () => 0.01,
})

const createFetchHttpClient = Stripe.createFetchHttpClient.bind(Stripe)
Stripe.createFetchHttpClient = (fetchFn = globalThis.fetch) =>
  createFetchHttpClient((async (input: string | URL | Request, init: RequestInit = {}) => {
    const call = checkRequest(new URL(input instanceof Request ? input.url : input), init)
    const response = await fetchFn(input, init)
    if (isSandbox(response)) await checkReply(call, response.clone())
    return response
  }) as typeof fetch)

function checkRequest({ pathname, search }: URL, { method = 'GET', body }: RequestInit): string {
  const call = callOf(method, pathname)
  const { problem } = readParameters(call, parseForm(method === 'GET' ? search : String(body ?? '')))
  if (problem) noteProblem(`${call}: ${problem.message}`)
  return call
}

/** The call as the table names it. */
function callOf(method: string, path: string): string {
  const calls = Object.keys(stripeTable().calls)
  const found = calls.find((call) =>
    new RegExp(`^${call.replaceAll(/:\w+/g, '[^/]+')}$`).test(`${method} ${path}`),
  )
  return found ?? `${method} ${path}`
}

/** Other replies are a test's own, with as much of an object as it needs. */
const isSandbox = ({ headers }: Response) => headers.get('request-id')?.startsWith('req_') === true

async function checkReply(call: string, response: Response): Promise<void> {
  const body: unknown = await response.json()
  const problems = response.ok ? replyProblems(call, body) : errorProblems(body)
  for (const problem of problems) noteProblem(`${call} was answered ${response.status}: ${problem}`)
}
