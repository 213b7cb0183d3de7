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
  const html = `<script>one()</script><script type="module" async="">two()
</script><script src="/assets/a.js"></script><style>p{}</style>`
  const policy = pagePolicy(html, plain)
  expect(directive(policy, 'script-src')).toEqual(["'self'", sha('one()'), sha('two()\n')])
  expect(directive(policy, 'style-src')).toEqual(["'self'", sha('p{}')])
  expect(policy).not.toContain("script-src 'unsafe-inline'")
})

test('what a page tells search engines is no script and needs no leave', () => {
  const html = '<script type="application/ld+json">{"@type":"Event"}</script><script>one()</script>'
  expect(directive(pagePolicy(html, plain), 'script-src')).toEqual(["'self'", sha('one()')])
})

test('our pages cannot be framed, load no plugins and post nowhere else', () => {
  const policy = pagePolicy('', plain)
  expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
  expect(directive(policy, 'object-src')).toEqual(["'none'"])
  expect(directive(policy, 'base-uri')).toEqual(["'none'"])
  expect(directive(policy, 'form-action')).toEqual(["'self'"])
})

test("the payment provider's hosts are named with real keys alone", () => {
  expect(pagePolicy('', plain)).not.toContain('stripe')
  const real = pagePolicy('', { ...plain, realPayments: true })
  expect(directive(real, 'script-src')).toContain('https://js.stripe.com')
  expect(directive(real, 'frame-src')).toContain('https://js.stripe.com')
  expect(directive(real, 'connect-src')).toContain('https://api.stripe.com')
})

test('a framed PDF of another host is allowed by that host, without its path', () => {
  const html =
    '<iframe title="x" src="https://files.example/a.pdf?x=1"></iframe><iframe src="/own.pdf"></iframe>'
  expect(directive(pagePolicy(html, plain), 'frame-src')).toEqual(["'self'", 'https://files.example'])
})

test('a host cannot smuggle in a directive', () => {
  const policy = pagePolicy(`<iframe src="https://a;script-src * 'unsafe-inline'"></iframe>`, plain)
  expect(directive(policy, 'script-src')).toEqual(["'self'"])
  expect(policy.split('; ').filter((part) => part.startsWith('script-src'))).toHaveLength(1)
})

test('under https everything is fetched by https', () => {
  expect(pagePolicy('', { ...plain, secure: true })).toContain('upgrade-insecure-requests')
  expect(pagePolicy('', plain)).not.toContain('upgrade-insecure-requests')
})
