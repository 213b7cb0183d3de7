/**
 * Asks a server on this machine over kept connections, with bare sockets: an HTTP client would take longer
 * than what answers, and measure itself.
 */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export interface Asking {
  path: string
  /** Beside the host. */
  headers?: Record<string, string>
}

export interface Answer {
  status: number
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

/** Asks once, on a connection of its own. */
export async function askOnce(address: string, asking: Asking): Promise<Answer> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(requestText(address, asking))
  let received = ''
  for await (const chunk of socket) {
    received += (chunk as Buffer).toString('latin1')
    const answer = readAnswer(received)
    if (answer && received.length >= answer.head + answer.body) {
      socket.destroy()
      return answer
    }
  }
  throw new Error(`${asking.path}: the connection was closed in the middle of the answer`)
}

/** Learns what is answered. The answers must be alike in length, as those to one address are. */
export async function openLoad(address: string, asking: Asking): Promise<Load> {
  // The first one may have been made for the asking, and come by another way than those after it.
  await askOnce(address, asking)
  const expected = await askOnce(address, asking)
  const request = requestText(address, asking)
  const status = Buffer.from(`HTTP/1.1 ${expected.status} `)
  const length = expected.head + expected.body
  return {
    // With new connections each time: a server closes those on which nothing was asked for some seconds.
    ask: async (count) => {
      let left = count
      const takeOne = () => (left > 0 ? ((left -= 1), true) : false)
      const sockets = await Promise.all(Array.from({ length: LANES }, () => openSocket(address, asking)))
      await Promise.all(sockets.map((socket) => lane(socket, { request, status, length, takeOne })))
      for (const socket of sockets) socket.destroy()
      return count
    },
  }
}

async function openSocket(address: string, { path }: Asking): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`${path}: no whole answer came`)))
  await once(socket, 'connect')
  return socket
}

interface Lane {
  request: string
  status: Buffer
  length: number
  /** False: there is nothing left to ask. */
  takeOne: () => boolean
}

function lane(socket: Socket, { request, status, length, takeOne }: Lane): Promise<void> {
  return new Promise((resolve, reject) => {
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
}

function requestText(address: string, { path, headers = {} }: Asking): string {
  const lines = Object.entries({ host: new URL(address).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Undefined: its head is not all there yet. Chunked bodies are none of ours. */
function readAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const length = headers.find(([name]) => name === 'content-length')?.[1]
  const status = Number(first.split(' ')[1])
  if (length === undefined && status !== 304) throw new Error('An answer came without its length')
  return { status, headers, head: end + 4, body: status === 304 ? 0 : Number(length) }
}
