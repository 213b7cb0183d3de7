import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STRIPE_RIGHTS } from '#shared/integration-problems.ts'
import { WEBHOOK_EVENTS } from './port.ts'

const page = readFileSync('docs/operators/stripe.md', 'utf8')

test('docs/operators/stripe.md lists exactly the webhook events that the site needs', () => {
  const named = [...page.matchAll(/`((?:payment_intent|charge|refund|payout|radar)\.[a-z_.]+)`/g)].map(
    ([, name]) => name,
  )
  expect([...new Set(named)].toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted())
})

test('docs/operators/stripe.md and the System page list the same permissions for a restricted API key', () => {
  const named = [...page.matchAll(/^\| ([A-Z][A-Za-z ]+: (?:Read|Write)) \|/gm)].map(([, name]) => name)
  expect(named).toEqual(Object.values(STRIPE_RIGHTS))
})
