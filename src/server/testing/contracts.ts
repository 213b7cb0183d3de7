/** Every declaration of every feature, so that a new one is tested and described without a word anywhere else. */
import type { Endpoint } from '#shared/endpoint.ts'

const contracts = import.meta.glob<Record<string, unknown>>(
  ['../../features/*/contract.ts', '../../features/*/contract/*.ts', '!**/*.test.ts'],
  { eager: true },
)

/** The exports of the contracts (endpoints, schemas), each with its name. */
export const exported = Object.values(contracts).flatMap((contract) => Object.entries(contract))

export const declared = exported.map(([, value]) => value).filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return value !== null && typeof value === 'object' && 'path' in value && 'access' in value
}
