/** `/api/openapi.json` and `/api/docs`: what the declarations say, for programs and for people. */
import { Hono } from 'hono'
import type { Bound } from '../platform/http/bind.ts'
import type { HttpEnv } from '../platform/http/context.ts'

export function describeApi(_endpoints: readonly Bound[], _publicUrl: string): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
}
