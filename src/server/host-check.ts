/**
 * The host names that the site answers to. In production its own alone (`PUBLIC_URL`) and this machine's, so that no page, link or cookie
 * is ever made for a name that somebody else has pointed here; elsewhere any.
 */
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '#platform/http/xsrf.ts'
import type { Settings } from '#platform/settings.ts'

interface HostRefusal {
  status: 400 | 421
  text: string
}

/** Load balancers ask each machine by its address. */
const PROBES = new Set(['/healthz', '/readyz'])
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i

const TWO: HostRefusal = { status: 400, text: 'A request names one host, once.' }

export function createHostCheck({ production, publicUrl }: Pick<Settings, 'production' | 'publicUrl'>) {
  const own = new URL(publicUrl).hostname
  const unknown: HostRefusal = {
    status: 421,
    text: `There is no site of that name here. This one is at ${publicUrl}`,
  }

  function refusal(host: string, path: string): HostRefusal | null {
    const [, name] = HOST.exec(host) ?? []
    if (name === undefined) return TWO
    if (!production || PROBES.has(path) || isLoopback(host)) return null
    // The port is the proxy's business, and a dot may end a whole name.
    return name.toLowerCase().replace(/\.$/, '') === own ? null : unknown
  }

  return {
    onSocket: ({
      url = '',
      headers,
      rawHeaders,
    }: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>): HostRefusal | null => {
      if (isNamedTwice(rawHeaders)) return TWO
      return headers.host === undefined ? null : refusal(headers.host, url)
    },
    /** Null as well for what the site asks itself, which names no host. */
    of: ({ url, headers }: Request): HostRefusal | null => {
      // A whole address in the request line counts before the header.
      const { host, pathname } = new URL(url)
      const named = headers.get('host')
      return named === null ? null : (refusal(named, pathname) ?? refusal(host, pathname))
    },
  }
}

function isNamedTwice(rawHeaders: readonly string[]): boolean {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') times += 1
  }
  return times > 1
}
