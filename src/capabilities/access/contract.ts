/** The calls about who is calling (CONTRACT section 2). */
import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

export const isAdmin = endpoint({
  name: 'access.isAdmin',
  method: 'GET',
  path: 'auth/is-admin',
  summary: 'Whether the caller is an admin; never an error',
  access: 'all',
  limit: 'none',
  reply: z.boolean(),
})
