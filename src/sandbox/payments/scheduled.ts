/** Carries out what was planned for later, when its time has come. */
import { settleCharge } from './charging.ts'
import { runOperation, type SandboxContext, type Operation } from './operation.ts'
import { raiseDispute } from './disputes.ts'
import { NORMAL } from './control-state.ts'
import { type ScheduledEvent, takeScheduled } from './store.ts'
import { endRefund } from './refunds.ts'

/** Carries out what is due. Its webhooks leave with the run that calls this, so nobody needs waking. */
export async function runScheduled(context: SandboxContext): Promise<void> {
  const quiet = { ...context, wake: () => {} }
  while (await runOperation(quiet, { controls: NORMAL }, runOne));
}

/** False: nothing is due. */
async function runOne(operation: Operation): Promise<boolean> {
  const due = await takeScheduled(operation.tx, operation.now)
  if (due !== undefined) await run(operation, due)
  return due !== undefined
}

async function run(operation: Operation, { objectId, what }: ScheduledEvent): Promise<void> {
  switch (what) {
    case 'settle':
      return await settleCharge(operation, objectId)
    case 'refund':
      return await endRefund(operation, objectId)
    case 'dispute':
    case 'inquiry':
      await raiseDispute(operation, objectId, { kind: what })
  }
}
