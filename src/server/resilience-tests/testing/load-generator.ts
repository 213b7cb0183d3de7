/** Visitors who ask again and again over connections of their own; what they were answered is kept. */
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { DETAILS } from '#features/booking/testing/guest.ts'
import { HELD_UP_MS } from '#testing/process.ts'

export interface Answer {
  /** 0: none came. */
  status: number
  body: string
  /** Why none came, such as `ECONNRESET`. */
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
  /** Signs up for an event that costs nothing; the same attempt may be sent again. */
  signUp(eventId: number, attempt: string): Promise<Answer>
}

/** `keeping`: the connection is kept for the next request; otherwise each has one of its own. */
function visitorOf(address: string, { keeping }: { keeping: boolean }): Visitor {
  // By its number: a name would be looked up for every connection.
  const base = address.replace('//localhost', '//127.0.0.1')
  const agent = new Agent({ keepAlive: keeping, maxSockets: 1 })
  let token: string | undefined
  /** When the last request that was answered was begun. */
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

interface Crowd {
  answers: Answer[]
  /** The uuids of the reservations that were acknowledged. */
  acknowledged: string[]
  /** Resolves when all visitors have left: told to, or refused at the door. */
  left: Promise<unknown>
  leave(): void
}

interface CrowdOptions {
  address: string
  eventId: number
  /** The numbers of each sort: readers who keep their connection, readers who do not, and guests who sign up. */
  each: number
}

const PAGES = ['/events', '/api/auth/event/list', '/contact']

/** A crowd that reads and signs up without a pause, until it leaves or the door is closed. */
export function gather({ address, eventId, each }: CrowdOptions): Crowd {
  const answers: Answer[] = []
  const acknowledged: string[] = []
  const leaving = new AbortController()

  const visit = async (act: () => Promise<Answer>) => {
    while (!leaving.signal.aborted) {
      const answer = await act()
      if (answer.lost === 'ECONNREFUSED') return
      answers.push(answer)
      // A guest who was not answered well asks again, but not like a madman.
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
