/**
 * Runs clients that send requests without a pause, each over its own connections. The clients record the
 * replies.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { DETAILS } from '#test/support/booking/guest.ts'
import { HELD_UP_MS } from '#test/support/process.ts'

export interface Answer {
  status: number
  body: string
  lost: string | null
  at: number
}

interface Question {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

interface Visitor {
  ask(question: Question): Promise<Answer>
  /** Signs a guest up for a free event. A second call with the same `attempt` repeats the same sign-up. */
  signUp(eventId: number, attempt: string): Promise<Answer>
}

/**
 * Creates a client. With `keeping`, the client uses one connection for all requests. Otherwise it opens a new
 * connection for each request.
 */
function visitorOf(address: string, { keeping }: { keeping: boolean }): Visitor {
  // Uses the IP address, because with a host name the client would look up the address for every connection.
  const base = address.replace('//localhost', '//127.0.0.1')
  const agent = new Agent({ keepAlive: keeping, maxSockets: 1 })
  let token: string | undefined
  let begun = performance.now()
  const ask = async (question: Question) => {
    const now = performance.now()
    const answer = await send(base, agent, question)
    if (answer.lost === 'ECONNRESET' && keeping && now - begun >= HELD_UP_MS)
      return await send(base, agent, question)
    if (answer.lost === null) begun = now
    return answer
  }
  return {
    ask,
    signUp: async (eventId, attempt) => {
      token ??= /XSRF-TOKEN=([^;]+)/.exec(
        (await fetch(`${base}/healthz`)).headers.getSetCookie()[0] ?? '',
      )?.[1]
      const email = `guest-${attempt}@example.test`
      const order = { ...DETAILS, email, amount: 0, paymentIntent: null, eventId, attempt }
      return await ask({
        path: '/api/createReservation',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: `XSRF-TOKEN=${token}`,
          'x-xsrf-token': token ?? '',
        },
        body: JSON.stringify({ createReservationData: order }),
      })
    },
  }
}

function send(
  base: string,
  agent: Agent,
  { path, method = 'GET', headers = {}, body }: Question,
): Promise<Answer> {
  return new Promise((resolve) => {
    const lose = (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, body: '', lost: error.code ?? error.message, at: Date.now() })
    const sent = httpRequest(new URL(path, base), { method, headers, agent }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => (text += chunk))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, body: text, lost: null, at: Date.now() }),
      )
      reply.on('error', lose)
    })
    sent.on('error', lose)
    sent.end(body)
  })
}

interface Load {
  answers: Answer[]
  acknowledged: string[]
  /**
   * Resolves when all clients have stopped, because the test told them to or the site refused their
   * connections.
   */
  left: Promise<unknown>
  leave(): void
}

interface CrowdOptions {
  address: string
  eventId: number
  /**
   * Number of clients of each of three kinds: readers with one connection, readers with a new connection for
   * each request, and guests who sign up.
   */
  each: number
}

const PAGES = ['/events', '/api/auth/event/list', '/contact']

/**
 * Starts clients that read pages and sign up. They stop when the test says so, or when the site refuses their
 * connections.
 */
export function startLoad({ address, eventId, each }: CrowdOptions): Load {
  const answers: Answer[] = []
  const acknowledged: string[] = []
  const leaving = new AbortController()

  const visit = async (act: () => Promise<Answer>) => {
    while (!leaving.signal.aborted) {
      const answer = await act()
      if (answer.lost === 'ECONNREFUSED') return
      answers.push(answer)
      // After an error, the guest tries again after a short pause.
      if (answer.status >= 400 || answer.lost) await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const reader = (keeping: boolean) => {
    const visitor = visitorOf(address, { keeping })
    return visit(() => visitor.ask({ path: PAGES[answers.length % PAGES.length] ?? '/' }))
  }
  const guest = () => {
    const visitor = visitorOf(address, { keeping: true })
    let attempt = randomUUID()
    return visit(async () => {
      const answer = await visitor.signUp(eventId, attempt)
      if (answer.status !== 201) return answer
      acknowledged.push((JSON.parse(answer.body) as { uuid: string }).uuid)
      attempt = randomUUID()
      return answer
    })
  }
  const all = Array.from({ length: each }, () => [reader(true), reader(false), guest()]).flat()
  return { answers, acknowledged, left: Promise.all(all), leave: () => leaving.abort() }
}
