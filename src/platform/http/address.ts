/** The address at the other end of the connection. A header is believed only from a trusted proxy (R19.4). */
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { RateLimitKey } from '../rate-limits.ts'

export type AddressOf = (remote: string | undefined, forwardedFor: string | undefined) => string

/**
 * Makes the reader of callers' addresses. `trusted` are addresses, no networks (`TRUSTED_PROXIES`). The forwarded
 * list is read from its end, past trusted proxies, to the first address that no trusted one vouches for.
 */
export function createAddressReader(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList()
  for (const address of trusted) proxies.addAddress(address, familyOf(address))
  const isTrusted = (address: string) => proxies.check(address, familyOf(address))
  return (remote, forwardedFor) => {
    let address = plain(remote)
    const claimed = (forwardedFor ?? '').split(',').map(plain)
    while (address !== 'unknown' && isTrusted(address)) {
      const previous = claimed.pop()
      if (previous === undefined || previous === 'unknown') break
      address = previous
    }
    return address
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** IPv4 in IPv6 clothing is IPv4; anything that is no address is `unknown`. */
function plain(text: string | undefined): string {
  const address = (text ?? '').trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address : 'unknown'
}

/**
 * The networks that limits count by, each counted at once: an IPv4 address, or of IPv6 the /64 and, wider, the /56 and the /48 around it,
 * which one customer may have as well. The widest comes last.
 */
export function networksOf(address: string): RateLimitKey[] {
  if (!isIPv6(address)) return [{ key: address, times: 1 }]
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(address)
  return [
    { key: [a, b, c, d].map(hex).join(':'), times: 1 },
    { key: `${[a, b, c, d & 0xff00].map(hex).join(':')}/56`, times: 4 },
    { key: `${[a, b, c].map(hex).join(':')}/48`, times: 16 },
  ]
}

/** The widest of these. */
export const networkOf = (address: string): string => networksOf(address).at(-1)?.key ?? address

/** The widest network that one person commands: of IPv6 a /48, of IPv4 the 256 addresses of a rented block. */
export function widestNetwork(address: string): string {
  if (isIPv6(address)) return groupsOf(address).slice(0, 3).map(hex).join(':')
  return address.split('.').slice(0, 3).join('.')
}

const hex = (group: number) => group.toString(16)

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : []
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}
