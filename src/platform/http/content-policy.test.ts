import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pagePolicy } from './content-policy.ts'

const plain = { realPayments: false, secure: false }
const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function directive(policy: string, name: string): string[] {
  const found = policy.split('; ').find((part) => part.split(' ')[0] === name)
  return found?.split(' ').slice(1) ?? []
}

test('inline scripts and styles are allowed by their hash, others not at all', () => {
  const policy = pagePolicy({ scripts: ['one()', 'two()\n', 'one()'], styles: ['p{}'] }, plain)
  expect(directive(policy, 'script-src')).toEqual(["'self'", sha('one()'), sha('two()\n')])
  expect(directive(policy, 'style-src')).toEqual(["'self'", sha('p{}')])
  expect(policy).not.toContain("script-src 'unsafe-inline'")
})

test('our pages cannot be framed, load no plugins and post nowhere else', () => {
  const policy = pagePolicy({}, plain)
  expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
  expect(directive(policy, 'object-src')).toEqual(["'none'"])
  expect(directive(policy, 'base-uri')).toEqual(["'none'"])
  expect(directive(policy, 'form-action')).toEqual(["'self'"])
})

test("the payment provider's hosts are named with real keys alone", () => {
  expect(pagePolicy({}, plain)).not.toContain('stripe')
  const real = pagePolicy({}, { ...plain, realPayments: true })
  expect(directive(real, 'script-src')).toContain('https://js.stripe.com')
  expect(directive(real, 'frame-src')).toContain('https://js.stripe.com')
  expect(directive(real, 'connect-src')).toContain('https://api.stripe.com')
})

test('a framed PDF of another host is allowed by that host, without its path', () => {
  const frames = ['https://files.example/a.pdf?x=1', '/own.pdf', 'https://files.example/b.pdf']
  expect(directive(pagePolicy({ frames }, plain), 'frame-src')).toEqual(["'self'", 'https://files.example'])
})

test('a host cannot smuggle in a directive', () => {
  for (const frame of [
    "https://a;script-src * 'unsafe-inline'",
    'https://a/;script-src *',
    '/x;script-src *',
    'http://a.example/a.pdf',
    'data:application/pdf,x',
    'https://*.example/',
    '*',
    '',
  ]) {
    const policy = pagePolicy({ frames: [frame] }, plain)
    expect(directive(policy, 'script-src')).toEqual(["'self'"])
    expect(policy.split('; ').filter((part) => part.startsWith('script-src'))).toHaveLength(1)
    for (const source of directive(policy, 'frame-src')) expect(["'self'", 'https://a']).toContain(source)
  }
})

test('under https everything is fetched by https', () => {
  expect(pagePolicy({}, { ...plain, secure: true })).toContain('upgrade-insecure-requests')
  expect(pagePolicy({}, plain)).not.toContain('upgrade-insecure-requests')
})
