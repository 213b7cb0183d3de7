/** Asks a server on this machine over kept connections. */
import { Agent, get } from 'node:http'
import { inLanes } from './measure.ts'

export interface Load {
  /** Asks for a path so many times. Throws unless each is answered 200. */
  ask(path: string, count: number): Promise<number>
  close(): void
}

const LANES = 8

export function openLoad(address: string): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES })
  return {
    ask: (path, count) => inLanes({ count, lanes: LANES }, () => bytesOf(agent, new URL(path, address))),
    close: () => agent.destroy(),
  }
}

/** How many bytes a page has. */
export async function pageLength(address: string, path: string): Promise<number> {
  const agent = new Agent()
  return bytesOf(agent, new URL(path, address)).finally(() => agent.destroy())
}

function bytesOf(agent: Agent, url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${url.pathname} was answered ${response.statusCode}`))
      let length = 0
      response.on('data', (chunk: Buffer) => (length += chunk.length))
      response.on('end', () => resolve(length))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}
