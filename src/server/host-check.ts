/**
 * Checks the host name in requests. In production, the site answers only to its own name (`PUBLIC_URL`) and
 * to names of this machine. Otherwise the site would make pages, links and cookies for any name that somebody
 * points at this server. Outside of production it answers to any name.
 */
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '#platform/http/xsrf.ts'
import type { Settings } from '#platform/settings.ts'

interface HostRefusal {
  status: 400 | 421
  text: string
}

/** Paths that load balancers call with the machine's address as the host name. */
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
    // Compares the name without its port, because a proxy may listen on another port than the site. Also
    // without the dot that may end a full domain name.
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
    /**
     * Returns why a request is refused, or null. Calls within the process have no host name, so they are
     * never refused.
     */
    of: ({ url, headers }: Request): HostRefusal | null => {
      // If the request line has an absolute URL, the host name in that URL counts instead of the header.
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
