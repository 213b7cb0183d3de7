/** What the whole sandbox runs on, and how its operations get their world. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { NORMAL, type ControlState } from './model/controls.ts'
import { controls, createTables } from './tables.ts'
import type { World } from './world.ts'

export interface SandboxContext {
  db: Database
  now: () => Date
  secretKey: string
  publishableKey: string
  baseUrl: string
  /** Resolves once the tables are there. */
  ready(): Promise<void>
  /** Something was queued: webhooks may leave. */
  wake(): void
}

/** Makes the tables once, on first use; tries again when the database was not reachable. */
export function onceReady(db: Database): () => Promise<void> {
  let made: Promise<void> | undefined
  return async () => {
    made ??= createTables(db).catch((error: unknown) => {
      made = undefined
      throw error
    })
    await made
  }
}

export async function readControls(context: SandboxContext): Promise<ControlState> {
  await context.ready()
  const [row] = await context.db.select().from(controls)
  return { ...NORMAL, ...row?.state }
}

export async function writeControls(
  context: SandboxContext,
  change: Partial<ControlState>,
): Promise<ControlState> {
  const state = { ...(await readControls(context)), ...change }
  await context.db
    .insert(controls)
    .values({ id: 1, state })
    .onConflictDoUpdate({ target: controls.id, set: { state }, setWhere: eq(controls.id, 1) })
  context.wake()
  return state
}

type Cause = Partial<Pick<World, 'requestId' | 'idempotencyKey' | 'controls'>>

/** Runs an operation in one transaction and lets its webhooks leave after the commit. */
export async function inWorld<T>(
  context: SandboxContext,
  cause: Cause,
  operation: (world: World) => Promise<T>,
): Promise<T> {
  await context.ready()
  const { result, emitted } = await context.db.transaction(async (tx) => {
    const world: World = {
      tx,
      now: context.now(),
      requestId: cause.requestId ?? null,
      idempotencyKey: cause.idempotencyKey ?? null,
      controls: cause.controls ?? NORMAL,
      emitted: false,
      baseUrl: context.baseUrl,
    }
    return { result: await operation(world), emitted: world.emitted }
  })
  if (emitted) context.wake()
  return result
}
