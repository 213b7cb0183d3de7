/** What the whole sandbox runs on, and how its operations get their world. */
import type { Database } from '#platform/database/database.ts'
import { readControls } from './controls-store.ts'
import type { World } from './world.ts'

export interface SandboxContext {
  db: Database
  now: () => Date
  secretKey: string
  publishableKey: string
  /** Where the sandbox is reached from outside, such as `http://localhost:3000/dev/stripe`. */
  baseUrl: string
  /** Resolves once the tables are there. */
  ready(): Promise<void>
  /** Called when something was queued: webhooks may leave. */
  wake(): void
}

type Cause = Partial<Pick<World, 'requestId' | 'idempotencyKey' | 'controls'>>

/** Runs an operation in one transaction and lets its webhooks leave after the commit. */
export async function inWorld<T>(
  context: SandboxContext,
  cause: Cause,
  operation: (world: World) => Promise<T>,
): Promise<T> {
  await context.ready()
  const controls = cause.controls ?? (await readControls(context))
  const { result, emitted } = await context.db.transaction(async (tx) => {
    const world: World = {
      tx,
      now: context.now(),
      requestId: cause.requestId ?? null,
      idempotencyKey: cause.idempotencyKey ?? null,
      controls,
      emitted: false,
      baseUrl: context.baseUrl,
    }
    return { result: await operation(world), emitted: world.emitted }
  })
  if (emitted) context.wake()
  return result
}
