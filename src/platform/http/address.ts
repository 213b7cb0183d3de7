/** Who is at the other end of the connection. A header is believed only from a trusted proxy (CONTRACT section 1). */
import { BlockList, isIP, isIPv6 } from 'node:net'

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

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

/** IPv4 in IPv6 clothing is IPv4; anything that is no address is `unknown`. */
function plain(text: string | undefined): string {
  const address = (text ?? '').trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address : 'unknown'
}

/** What limits count by: an IPv4 address, or the /64 that one IPv6 customer has. */
export function limitKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : []
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
