/** Sample endpoints about cows, for tests of React components that use the API. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const getCow = endpoint({
  name: 'cows.get',
  route: 'GET cow',
  summary: 'Returns a cow',
  access: 'all',
  limit: 'read',
  query: z.object({ id: z.int() }),
  reply: z.object({ name: z.string(), weight: z.int() }),
})

export const listCows = endpoint({
  name: 'cows.list',
  route: 'GET cows',
  summary: 'Returns cows, a page at a time',
  access: 'all',
  limit: 'read',
  query: z.object({ after: z.int() }),
  reply: z.object({ names: z.array(z.string()), next: z.int().nullable() }),
})

export const renameCow = endpoint({
  name: 'cows.rename',
  route: 'PUT cow',
  summary: 'Renames a cow',
  needs: 'events.edit',
  limit: 'write',
  body: z.object({ id: z.int(), version: z.int(), name: z.string(), color: z.string() }),
  reply: z.object({ name: z.string() }),
  failures: { stale: 'Somebody else has changed it.' },
})
