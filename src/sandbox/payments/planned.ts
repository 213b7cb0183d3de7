/** Carries out what was planned for later, when its time has come. */
import { settleCharge } from './charging.ts'
import { inWorld, type SandboxContext, type World } from './world.ts'
import { raiseDispute } from './disputes.ts'
import { NORMAL } from './controls.ts'
import { type Plan, takePlanned } from './store.ts'
import { endRefund } from './refunds.ts'

/** Carries out what is due. Its webhooks leave with the run that calls this, so nobody needs waking. */
export async function carryOutPlanned(context: SandboxContext): Promise<void> {
  const quiet = { ...context, wake: () => {} }
  while (await inWorld(quiet, { controls: NORMAL }, carryOutOne));
}

/** False: nothing is due. */
async function carryOutOne(world: World): Promise<boolean> {
  const due = await takePlanned(world.tx, world.now)
  if (due !== undefined) await carryOut(world, due)
  return due !== undefined
}

async function carryOut(world: World, { objectId, what }: Plan): Promise<void> {
  switch (what) {
    case 'settle':
      return await settleCharge(world, objectId)
    case 'refund':
      return await endRefund(world, objectId)
    case 'dispute':
    case 'inquiry':
      await raiseDispute(world, objectId, { kind: what })
  }
}
