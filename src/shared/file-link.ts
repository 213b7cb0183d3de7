/** Addresses of pictures and documents that our pages show (R19.6). */
import { localPath } from './local-path.ts'

// What the content policy can name as a frame's origin: no IPv6 address, no name and password.
const HOST = /^[a-z0-9.-]+(:\d+)?$/

/**
 * The address as it is kept: https, or a path of this site beginning with a slash. Null for anything else. The server
 * itself never fetches it.
 */
export function fileLink(text: string): string | null {
  if (text.startsWith('/')) return localPath(text) === text ? text : null
  try {
    const { protocol, host, username, password, href } = new URL(text)
    return protocol === 'https:' && HOST.test(host) && !username && !password ? href : null
  } catch {
    return null
  }
}

/** Whether a link that is kept leads to a file of this site. */
export function isOwnFile(link: string): boolean {
  return link.startsWith('/')
}
