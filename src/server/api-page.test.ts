import { expect, test } from 'vitest'
import { z } from 'zod'
import { apiPage } from '../platform/http/api-page.ts'
import type { Endpoint } from '../shared/endpoint.ts'

/** Every declaration of every capability, so that a new one is described without a word here. */
const contracts = import.meta.glob<Record<string, unknown>>('../capabilities/*/contract.ts', { eager: true })
const exported = Object.values(contracts).flatMap((contract) => Object.entries(contract))

function isEndpoint(value: unknown): value is Endpoint {
  return value !== null && typeof value === 'object' && 'path' in value && 'access' in value
}

test('docs/api.md is what the declarations say', async () => {
  const endpoints = exported.map(([, value]) => value).filter(isEndpoint)
  const shapes = new Map(
    exported.flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value, name.charAt(0).toUpperCase() + name.slice(1)] as const] : [],
    ),
  )
  await expect(apiPage(endpoints, shapes)).toMatchFileSnapshot('../../docs/api.md')
})
