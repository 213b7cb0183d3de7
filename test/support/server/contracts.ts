/**
 * Collects all endpoint declarations, so that tests and the API description include a new endpoint
 * automatically.
 */
import type { Endpoint } from '#shared/endpoint.ts'

const contracts = import.meta.glob<Record<string, unknown>>(
  ['../../../src/domain/**/contract.ts', '../../../src/domain/**/contract/*.ts', '!**/*.test.ts'],
  { eager: true },
)

/** The exports of all contracts (endpoints and schemas), with their names. */
export const exported = Object.values(contracts).flatMap((contract) => Object.entries(contract))

export const declared = exported.map(([, value]) => value).filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return value !== null && typeof value === 'object' && 'path' in value && 'access' in value
}
