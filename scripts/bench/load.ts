/**
 * Asks a server on this machine over kept connections, with bare sockets: an HTTP client would take longer
 * than what answers, and measure itself.
 */
import { connect, type Socket } from 'node:net'
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
  /** Bytes of the head and of the body. */
  head: number
  body: number
}

export interface Load {
  /** Asks so many times. Throws unless each answer has the status and length of the first. */
  ask(count: number): Promise<number>
}

const LANES = 8
const SILENCE_MS = 20_000

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
  const { statusCode: status = 0, statusMessage, rawHeaders: raw } = reply
  if (reply.headers['content-length'] === undefined && status !== 304)
    throw new Error(`${path}: the answer came without its length`)
  const told = raw.flatMap((name, at): Answer['headers'] =>
    at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? '']] : [],
  )
  const lines = [`HTTP/1.1 ${status} ${statusMessage}`, ...told.map((pair) => pair.join(': ')), '', '']
  return { status, headers: told, head: Buffer.byteLength(lines.join('\r\n'), 'latin1'), body }
}

/** Learns what is answered. The answers must be alike in length, as those to one address are. */
export async function openLoad(address: string, asking: Asking): Promise<Load> {
  // The first one may have been made for the asking, and come by another way than those after it.
  await askOnce(address, asking)
  const expected = await askOnce(address, asking)
  const { host, hostname, port } = new URL(address)
  const headers = Object.entries({ host, ...asking.headers }).map((pair) => pair.join(': '))
  const request = [`GET ${asking.path} HTTP/1.1`, ...headers, '', ''].join('\r\n')
  const status = Buffer.from(`HTTP/1.1 ${expected.status} `)
  const length = expected.head + expected.body
  const open = async () => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`${asking.path}: no whole answer came`)))
    await once(socket, 'connect')
    return socket
  }
  /** Asks one after the other, until `takeOne` says that there is nothing left to ask. */
  const askInTurn = (socket: Socket, takeOne: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      let missing = 0
      const end = (error?: Error) => {
        socket.off('data', onData).off('error', end).off('end', cutShort)
        if (error) reject(error)
        else resolve()
      }
      const next = () => {
        if (!takeOne()) return end()
        missing = length
        socket.write(request)
      }
      const onData = (chunk: Buffer) => {
        if (missing === length && !chunk.subarray(0, status.length).equals(status))
          return end(new Error(`Answered differently: ${chunk.subarray(0, 40).toString()}`))
        missing -= chunk.length
        if (missing < 0) return end(new Error('Answered at another length'))
        if (missing === 0) next()
      }
      const cutShort = () => end(new Error('The connection was closed in the middle of an answer'))
      socket.on('data', onData).on('error', end).on('end', cutShort)
      next()
    })
  return {
    // With new connections each time: a server closes those on which nothing was asked for some seconds.
    ask: async (count) => {
      let left = count
      const takeOne = () => (left > 0 ? ((left -= 1), true) : false)
      const sockets = await Promise.all(Array.from({ length: LANES }, open))
      await Promise.all(sockets.map((socket) => askInTurn(socket, takeOne)))
      for (const socket of sockets) socket.destroy()
      return count
    },
  }
}
