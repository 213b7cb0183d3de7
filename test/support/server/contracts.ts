import type { Endpoint } from '#shared/endpoint.ts'

const contracts = import.meta.glob<Record<string, unknown>>(
  ['../../../src/domain/**/contract.ts', '../../../src/domain/**/contract/*.ts', '!**/*.test.ts'],
  { eager: true },
)

/** Everything that the site's contracts export (endpoints and schemas), by name. */
export const exported = Object.values(contracts).flatMap((contract) => Object.entries(contract))

export const declared = exported.map(([, value]) => value).filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return value !== null && typeof value === 'object' && 'path' in value && 'access' in value
}
