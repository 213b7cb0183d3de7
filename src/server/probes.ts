/** `GET /healthz`: the process lives. `GET /readyz`: it can serve (R21.8). */
import { Hono } from 'hono'
import type { HttpEnv } from '#platform/http/context.ts'

export interface Readiness {
  /** Rejects while the database cannot be reached. */
  ping(): Promise<void>
  /** Whether all migrations are applied. */
  migrated(): Promise<boolean>
}

export function probes({ ping, migrated }: Readiness): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/healthz', (c) => {
    c.set('route', 'healthz')
    return c.json({ status: 'ok' })
  })
  app.get('/readyz', async (c) => {
    c.set('route', 'readyz')
    try {
      await ping()
      const ready = await migrated()
      return c.json({ status: ready ? 'ready' : 'migrations missing' }, ready ? 200 : 503)
    } catch {
      return c.json({ status: 'database unreachable' }, 503)
    }
  })
  return app
}
