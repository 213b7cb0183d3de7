/** The cache of answers of this browser tab, made when the first part of a page asks for one. */
import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
import { onInvalidated } from './invalidation.ts'

let ofThisTab: QueryClient | undefined

/** On the server each rendering has its own, so that no visitor is shown what another one may see. */
export function useQueryClientOfTab(): QueryClient {
  const [client] = useState(() =>
    typeof window === 'undefined' ? new QueryClient() : (ofThisTab ??= startedClient()),
  )
  return client
}

function startedClient(): QueryClient {
  const client = new QueryClient()
  // Has it hear of the tab being shown again and of the network being back.
  client.mount()
  onInvalidated((endpoint, input) => void client.invalidateQueries({ queryKey: keyOf(endpoint, input) }))
  return client
}

/** The name of an answer in the cache; without an input, of all answers of the endpoint. */
export function keyOf({ name }: Endpoint, input?: unknown, version?: number | string): unknown[] {
  if (input === undefined) return [name]
  return version === undefined ? [name, input] : [name, input, version]
}
