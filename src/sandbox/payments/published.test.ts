/**
 * What is kept of Stripe's published fixtures is what they say: the types of all keys, by the same rule. The fixtures themselves
 * (github.com/stripe/openapi, fixtures3.json) are looked for beside the project; without
 * them that is skipped, and said so.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import kept from './testing/published-shapes.json' with { type: 'json' }

const FIXTURES = '../shared/stripe/fixtures3.json'

/** A key's type: null where the fixture has none; of objects, those of their keys. */
function shapeOf(value: unknown): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

/** Keys of the fixture that what is kept has not, or has otherwise. */
function missing(published: unknown, ours: unknown, path: string): string[] {
  if (published === null || typeof published !== 'object')
    return published === ours ? [] : [`${path}: ${String(published)}, kept as ${JSON.stringify(ours)}`]
  return Object.entries(published).flatMap(([key, inner]) =>
    missing(inner, (ours as Record<string, unknown> | null | undefined)?.[key], `${path}.${key}`),
  )
}

/** What an event is about is another thing in each. */
const ANY_OBJECT = /^event\.data\.object\./

describe.skipIf(!existsSync(FIXTURES))(`held against ${FIXTURES}`, () => {
  test('the kept shapes are those of the fixtures, key by key', () => {
    const { resources } = JSON.parse(readFileSync(FIXTURES, 'utf8')) as { resources: Record<string, unknown> }
    for (const [kind, shape] of Object.entries(kept)) {
      const fixture = shapeOf(resources[kind])
      const differences = [...missing(fixture, shape, kind), ...missing(shape, fixture, kind)]
      expect(differences.filter((difference) => !ANY_OBJECT.test(difference))).toEqual([])
    }
  })
})

test('every kind that the site reads is kept', () => {
  const read = [
    'payment_intent',
    'charge',
    'refund',
    'balance_transaction',
    'payment_method',
    'payment_method_domain',
    'customer',
    'event',
    'dispute',
    'payout',
  ]
  expect(Object.keys(kept).toSorted()).toEqual(read.toSorted())
})
