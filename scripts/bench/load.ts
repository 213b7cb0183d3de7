/**
 * Asks a server on this machine over kept connections, with bare sockets: an HTTP client would take longer
 * than what answers, and measure itself.
 */
import { connect } from 'node:net'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

export interface Asking {
  path: string
  /** Beside the host. */
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  /** With names in small letters. */
  headers: [name: string, value: string][]
  /** Bytes of the body. */
  body: number
}

/** Asks so many times. Throws unless each answer has the status of the first, and a body of its length. */
type Load = (count: number) => Promise<number>

const LANES = 8
const SILENCE_MS = 20_000
const HEAD_END = '\r\n\r\n'

/** Asks once, on a connection of its own. Throws when the answer does not tell its length. */
export async function askOnce(address: string, { path, headers = {} }: Asking): Promise<Answer> {
  // As whoever keeps the connection asks: the answer to others has another head.
  const agent = new Agent({ keepAlive: true })
  const [reply] = (await once(get(new URL(path, address), { agent, headers }), 'response')) as [
    IncomingMessage,
  ]
  let body = 0
  for await (const chunk of reply) body += (chunk as Buffer).length
  agent.destroy()
  const { statusCode: status = 0, rawHeaders: raw } = reply
  if (reply.headers['content-length'] === undefined && status !== 304)
    throw new Error(`${path}: the answer came without its length`)
  const told = raw.flatMap((name, at): Answer['headers'] =>
    at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? '']] : [],
  )
  return { status, headers: told, body }
}

/** Learns what is answered. The answers must be alike in length, as those to one address are. */
export async function openLoad(address: string, asking: Asking): Promise<Load> {
  // The first one may have been made for the asking, and come by another way than those after it.
  await askOnce(address, asking)
  const { status, body } = await askOnce(address, asking)
  const { host, hostname, port } = new URL(address)
  const headers = Object.entries({ host, ...asking.headers }).map((pair) => pair.join(': '))
  const request = [`GET ${asking.path} HTTP/1.1`, ...headers, '', ''].join('\r\n')
  const begin = `HTTP/1.1 ${status} `
  /** Asks on one connection, one after the other, until `takeOne` says that there is nothing left to ask. */
  const askInTurn = async (takeOne: () => boolean) => {
    if (!takeOne()) return
    const socket = connect(Number(port), hostname).setNoDelay(true)
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`${asking.path}: no whole answer came`)))
    socket.write(request)
    let missing = 0
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      if (missing === 0) {
        if (chunk.toString('latin1', 0, begin.length) !== begin)
          throw new Error(`Answered differently: ${chunk.subarray(0, 40).toString()}`)
        missing = chunk.indexOf(HEAD_END) + HEAD_END.length + body
      }
      missing -= chunk.length
      if (missing < 0) throw new Error('Answered at another length')
      if (missing > 0) continue
      if (!takeOne()) return
      socket.write(request)
    }
    throw new Error('The connection was closed in the middle of an answer')
  }
  // With new connections each time: a server closes those on which nothing was asked for some seconds.
  return async (count) => {
    let left = count
    await Promise.all(Array.from({ length: LANES }, () => askInTurn(() => (left -= 1) >= 0)))
    return count
  }
}
