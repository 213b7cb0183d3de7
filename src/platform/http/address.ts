/** Finds out the caller's address. Only trusted proxies may report another address in a header (R19.4). */
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { RateLimitKey } from '../rate-limits.ts'

export type AddressOf = (remote: string | undefined, forwardedFor: string | undefined) => string

/**
 * Creates the function that reads callers' addresses. `trusted` has single addresses, not networks
 * (`TRUSTED_PROXIES`). The function reads the list of forwarded addresses from its end, and returns the first
 * address that is not a trusted proxy.
 */
export function createAddressReader(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList()
  for (const address of trusted) proxies.addAddress(address, familyOf(address))
  const isTrusted = (address: string) => proxies.check(address, familyOf(address))
  return (remote, forwardedFor) => {
    let address = plain(remote)
    // Drops empty items of the list, which have no meaning (RFC 9110 section 5.6.1).
    const parts = (forwardedFor ?? '').split(',').filter((part) => part.trim() !== '')
    const claimed = parts.map(plain)
    while (address !== 'unknown' && isTrusted(address)) {
      const previous = claimed.pop()
      if (previous === undefined || previous === 'unknown') break
      address = previous
    }
    return address
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

// Matches an address with the visitor's port, which some proxies add: "203.0.113.9:51234" or
// "[2001:db8::7]:51234".
const BRACKETED = /^\[([^\]]*)\](?::\d*)?$/
const IPV4_WITH_PORT = /^([\d.]+):\d*$/
// Without brackets, an IPv6 address with a port is hard to recognize. The pattern is tried only if the whole
// text is no address, and a port has four or five digits.
const IPV6_WITH_PORT = /^([\da-f:.]+):\d{4,5}$/i

/**
 * Prefixes of IPv6 addresses that contain an IPv4 address: mapped (RFC 4291), or translated for a server without IPv4
 * (RFC 6052).
 */
const IPV4_INSIDE = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

/**
 * Returns the address without port, brackets, quotes or zone. Turns an IPv6 form of an IPv4 address into
 * IPv4. Returns `unknown` for a text that is no address.
 */
function plain(text: string | undefined): string {
  const written = (text ?? '')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
  const alone = (BRACKETED.exec(written)?.[1] ?? IPV4_WITH_PORT.exec(written)?.[1] ?? written)
    .replace(/%.*$/, '')
    .trim()
  const address = isIP(alone) ? alone : (IPV6_WITH_PORT.exec(alone)?.[1] ?? alone)
  if (!isIPv6(address)) return isIP(address) ? address : 'unknown'
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (!IPV4_INSIDE.has(groups.slice(0, 6).map(hex).join(':'))) return address
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/**
 * Returns the networks by which rate limits count a caller, the widest one last. For IPv4, that is only the
 * address. For IPv6, it is the /64, and the /56 and /48 around it, because one person may have all addresses
 * of such a network.
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

/** Returns the widest network by which rate limits count an address. */
export const networkOf = (address: string): string => networksOf(address).at(-1)?.key ?? address

/**
 * Returns the widest network that one person may control: a /48 of IPv6, or a rented block of 256 IPv4
 * addresses.
 */
export function widestNetwork(address: string): string {
  if (isIPv6(address)) return groupsOf(address).slice(0, 3).map(hex).join(':')
  return address.split('.').slice(0, 3).join('.')
}

const hex = (group: number) => group.toString(16)

/** Returns the eight numbers of an IPv6 address. */
function groupsOf(written: string): number[] {
  const address = written.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${hex((a << 8) | b)}:${hex((c << 8) | d)}`
  })
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : []
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}
