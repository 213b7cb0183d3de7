import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pagePolicy } from './content-policy.ts'

const plain = { realPayments: false, secure: false }
const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function directive(policy: string, name: string): string[] {
  const found = policy.split('; ').find((part) => part.split(' ')[0] === name)
  return found?.split(' ').slice(1) ?? []
}

test('allows inline scripts and styles of the page by their hash, and no others', () => {
  const policy = pagePolicy({ scripts: ['one()', 'two()\n', 'one()'], styles: ['p{}'] }, plain)
  expect(directive(policy, 'script-src')).toEqual(["'self'", sha('one()'), sha('two()\n')])
  expect(directive(policy, 'style-src')).toEqual(["'self'", sha('p{}')])
  expect(policy).not.toContain("script-src 'unsafe-inline'")
})

test('forbids framing, plugins and forms that post to other sites', () => {
  const policy = pagePolicy({}, plain)
  expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
  expect(directive(policy, 'object-src')).toEqual(["'none'"])
  expect(directive(policy, 'base-uri')).toEqual(["'none'"])
  expect(directive(policy, 'form-action')).toEqual(["'self'"])
})

test('allows the payment provider’s hosts only if the site has real keys', () => {
  expect(pagePolicy({}, plain)).not.toContain('stripe')
  const real = pagePolicy({}, { ...plain, realPayments: true })
  expect(directive(real, 'script-src')).toContain('https://js.stripe.com')
  expect(directive(real, 'frame-src')).toContain('https://js.stripe.com')
  expect(directive(real, 'connect-src')).toContain('https://api.stripe.com')
})

test('allows the host of a PDF in a frame, without the path of the PDF', () => {
  const frames = ['https://files.example/a.pdf?x=1', '/own.pdf', 'https://files.example/b.pdf']
  expect(directive(pagePolicy({ frames }, plain), 'frame-src')).toEqual(["'self'", 'https://files.example'])
})

test('does not let the host of a document add a directive to the policy', () => {
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

test('makes the browser send all requests by https if the site uses https', () => {
  expect(pagePolicy({}, { ...plain, secure: true })).toContain('upgrade-insecure-requests')
  expect(pagePolicy({}, plain)).not.toContain('upgrade-insecure-requests')
})
