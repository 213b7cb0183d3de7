/** The one row of the controls. */
import type { SandboxContext } from './context.ts'
import { NORMAL, type ControlState } from './model/controls.ts'
import { controls } from './tables.ts'

export async function readControls(context: SandboxContext): Promise<ControlState> {
  await context.ready()
  const [row] = await context.db.select().from(controls)
  return { ...NORMAL, ...row?.state }
}

/** Changes some and leaves the others; gives them all. Webhooks that were held back may leave now. */
export async function writeControls(
  context: SandboxContext,
  change: Partial<ControlState>,
): Promise<ControlState> {
  const state = { ...(await readControls(context)), ...change }
  await context.db
    .insert(controls)
    .values({ id: 1, state })
    .onConflictDoUpdate({ target: controls.id, set: { state } })
  context.wake()
  return state
}
