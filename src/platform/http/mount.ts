/** Puts bound endpoints under their paths. */
import { Hono } from 'hono'
import { type Bound, fail, failureResponse } from './bind.ts'
import type { HttpEnv } from './context.ts'
import { answer, type PipelineOptions } from './pipeline.ts'

/**
 * The API below `/api`. Unknown paths and wrong methods get the failure form too. Throws when two endpoints
 * claim the same method and path.
 */
export function mountEndpoints(endpoints: readonly Bound[], options: PipelineOptions): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>()
  const methods = new Map<string, Set<string>>()
  for (const bound of endpoints) {
    const { method, path, name } = bound.endpoint
    const known = methods.get(path) ?? new Set<string>()
    if (known.has(method)) throw new Error(`${method} ${path} is declared twice`)
    methods.set(path, known.add(method))
    api.on(method, `/${path}`, (c) => {
      c.set('route', name)
      return answer(bound, c, options)
    })
  }
  for (const [path, allowed] of methods) {
    api.all(`/${path}`, () => {
      const response = failureResponse(fail('method_not_allowed'))
      response.headers.set('allow', [...allowed].join(', '))
      return response
    })
  }
  api.all('*', () => failureResponse(fail('not_found')))
  return api
}
