import { expect, test } from 'vitest'
import { createAddressReader, networksOf, widestNetwork } from './address.ts'

const direct = createAddressReader([])
const behind = createAddressReader(['10.0.0.1', '192.168.3.4', '::1'])

test.each([
  ['203.0.113.9', undefined, '203.0.113.9'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['::ffff:203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [undefined, '198.51.100.1', 'unknown'],
])(
  'ignores the forwarded header if no proxies are trusted: connection from %s, header %s (R19.4)',
  (remote, forwarded, address) => {
    expect(direct(remote, forwarded)).toBe(address)
  },
)

test.each([
  ['a visitor with a forged header', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['one proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['two proxies', '10.0.0.1', '203.0.113.9, 192.168.3.4', '203.0.113.9'],
  ['a forged beginning', '10.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['IPv6', '::1', '2001:db8::7', '2001:db8::7'],
  ['no header', '10.0.0.1', undefined, '10.0.0.1'],
  ['an invalid header', '10.0.0.1', 'me, <script>', '10.0.0.1'],
  ['a port behind IPv4', '10.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
  ['a forged beginning with a port', '10.0.0.1', '198.51.100.1:80, 203.0.113.9:51234', '203.0.113.9'],
  ['a port of the second proxy', '10.0.0.1', '203.0.113.9:1, 192.168.3.4:443', '203.0.113.9'],
  ['IPv6 in brackets', '::1', '[2001:db8::7]', '2001:db8::7'],
  ['IPv6 in brackets with a port', '::1', '[2001:db8::7]:443', '2001:db8::7'],
  ['IPv6 in quotes', '::1', '"[2001:db8::7]:443"', '2001:db8::7'],
  ['IPv6 with a zone', '::1', 'fe80::7%eth0', 'fe80::7'],
  ['IPv6 in brackets with a zone', '::1', '[fe80::7%25eth0]:443', 'fe80::7'],
  ['IPv4 mapped to IPv6', '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['IPv6 with a port and no brackets', '::1', '2001:db8:0:0:0:0:0:7:51234', '2001:db8:0:0:0:0:0:7'],
  ['shortened IPv6 with a port and no brackets', '::1', '2001:db8::7:51234', '2001:db8::7'],
  ['IPv4 translated to IPv6 (RFC 6052)', '::1', '64:ff9b::203.0.113.9', '203.0.113.9'],
  ['IPv4 translated to IPv6, in hexadecimal digits', '::1', '[64:FF9B::cb00:7109]:443', '203.0.113.9'],
  ['IPv4 mapped with a port', '10.0.0.1', '[::FFFF:203.0.113.9]:443', '203.0.113.9'],
  ['IPv4 mapped in hexadecimal', '10.0.0.1', '0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
  ['a mapped proxy', '::ffff:a00:1', '203.0.113.9', '203.0.113.9'],
  ['spaces around addresses', '10.0.0.1', ' \t203.0.113.9 ', '203.0.113.9'],
  ['empty parts', '10.0.0.1', '203.0.113.9,, ,', '203.0.113.9'],
  ['only empty parts', '10.0.0.1', ', ,', '10.0.0.1'],
  ['a visitor whom the proxy does not know', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ['a hidden visitor', '10.0.0.1', '198.51.100.1, _hidden', '10.0.0.1'],
  ['a port alone', '10.0.0.1', '198.51.100.1, :443', '10.0.0.1'],
  ['a port that is not a number', '10.0.0.1', '203.0.113.9:http', '10.0.0.1'],
  ['an IPv6 address with too many groups', '10.0.0.1', '2001:db8:1:2:3:4:5:6:7', '10.0.0.1'],
])("finds the caller's address behind proxies: %s (R19.4)", (_what, remote, forwarded, address) => {
  expect(behind(remote, forwarded)).toBe(address)
})

const limitKey = (address: string) => networksOf(address)[0]?.key

test('counts the addresses of one IPv6 network (/64) as one caller', () => {
  expect(limitKey('2001:db8:1:2:a::1')).toBe(limitKey('2001:db8:1:2:ffff:1:2:3'))
  expect(limitKey('2001:db8:1:2::1')).not.toBe(limitKey('2001:db8:1:3::1'))
  expect(limitKey('2001:db8::1')).toBe('2001:db8:0:0')
  expect(limitKey('203.0.113.9')).toBe('203.0.113.9')
})

test('also counts the wider IPv6 networks around an address, each with a larger limit', () => {
  expect(networksOf('2001:db8:1:2ff::1')).toEqual([
    { key: '2001:db8:1:2ff', times: 1 },
    { key: '2001:db8:1:200/56', times: 4 },
    { key: '2001:db8:1/48', times: 16 },
  ])
  expect(networksOf('203.0.113.9')).toEqual([{ key: '203.0.113.9', times: 1 }])
  expect(networksOf('unknown')).toEqual([{ key: 'unknown', times: 1 }])
})

test('counts callers by the widest network that one person may control', () => {
  expect(widestNetwork('2001:db8:1:2ff::1')).toBe(widestNetwork('2001:db8:1:3::7'))
  expect(widestNetwork('2001:db8:1::1')).not.toBe(widestNetwork('2001:db8:2::1'))
  expect(widestNetwork('203.0.113.9')).toBe(widestNetwork('203.0.113.200'))
  expect(widestNetwork('203.0.113.9')).not.toBe(widestNetwork('203.0.114.9'))
})
