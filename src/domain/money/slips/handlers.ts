/** Handles the API calls about the register of checks and about deposit slips. */
import { actorOf, recordAudit } from '#platform/audit.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Caller } from '#platform/http/context.ts'
import { csvResponse } from '#platform/http/headers.ts'
import { openName, type Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { addDays, type Day, ranchDay } from '#shared/days.ts'
import * as contract from './contract.ts'
import { registerTable, slipTable } from './csv.ts'
import { canDeposit, isSlipMethod, slipRefusal, slipTotals } from './domain/slips.ts'
import * as store from './store.ts'

type Deps = Pick<Services, 'db' | 'now' | 'sealer'>

/** How many days the register shows before its last day if the caller names no first day. */
const USUAL_DAYS = 90

export function slipHandlers(deps: Deps): Bound[] {
  const { db, now, sealer } = deps
  const periodOf = ({
    from,
    until = ranchDay(now()),
  }: {
    from?: Day | undefined
    until?: Day | undefined
  }) => ({
    from: from ?? addDays(until, -USUAL_DAYS),
    until,
  })
  return [
    bind(contract.getChecks, async ({ query }) => {
      const period = periodOf(query)
      const problem = contract.periodProblem(period)
      if (problem !== null) return fail('invalid', { fields: { from: problem } })
      return readRegister(deps, period)
    }),

    bind(contract.exportChecks, async ({ query }, { caller }) => {
      const period = periodOf(query)
      const problem = contract.periodProblem(period)
      if (problem !== null) return fail('invalid', { fields: { from: problem } })
      const { from, until } = period
      const table = registerTable(await readRegister(deps, period))
      await db.transaction(async (tx) => {
        const entry = { entity: 'checks', entityId: 1, action: 'checks.exported', fields: [from, until] }
        await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entry, at: now() }])
      })
      return csvResponse(table, `attachment; filename="checks-${from}-${until}.csv"`)
    }),

    bind(contract.createDepositSlip, async ({ body: { paymentIds, depositedOn } }, { caller }) => {
      const at = now()
      if (depositedOn > ranchDay(at))
        return fail('invalid', {
          fields: { depositedOn: 'That is in the future. Please choose today or an earlier day' },
        })
      const made = await db.transaction(async (tx) => {
        const found = await store.lockPayments(tx, paymentIds)
        const refusal = slipRefusal(paymentIds, found, depositedOn)
        if (refusal) return refusal
        const cashAndChecks = found.flatMap((payment) =>
          isSlipMethod(payment.method) ? [{ ...payment, method: payment.method }] : [],
        )
        const id = await store.insertSlip(tx, { depositedOn, now: at }, cashAndChecks)
        await noteSlip(tx, deps, { caller, id, action: 'deposit_slip.created', at })
        return readSlip(tx, id)
      })
      if (made === null) throw new Error('The new deposit slip is missing')
      return 'code' in made ? fail(made.code, { message: made.message }) : { slip: made }
    }),

    bind(contract.getDepositSlip, async ({ query: { id } }) => {
      return (await readSlip(db, id)) ?? fail('not_found')
    }),

    bind(contract.exportDepositSlip, async ({ query: { id } }) => {
      const slip = await readSlip(db, id)
      if (!slip) return fail('not_found')
      return csvResponse(slipTable(slip), `attachment; filename="deposit-slip-${id}.csv"`)
    }),

    bind(contract.undoDepositSlip, async ({ query: { id } }, { caller }) => {
      const at = now()
      const done = await db.transaction(async (tx) => {
        const undone = await store.undoSlip(tx, id, at)
        if (undone === 'done') await noteSlip(tx, deps, { caller, id, action: 'deposit_slip.undone', at })
        return undone
      })
      return done === 'done' ? {} : fail(done)
    }),
  ]
}

interface SlipNote {
  caller: Caller
  id: number
  action: string
  at: Date
}

/** Records in the audit log which admin made or undid a slip. */
async function noteSlip(
  tx: Transaction,
  { sealer }: Deps,
  { caller, id, action, at }: SlipNote,
): Promise<void> {
  const entry = { entity: 'deposit_slip', entityId: id, action, details: { label: String(id) }, at }
  await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entry }])
}

async function readRegister({ db, sealer }: Deps, period: store.Period): Promise<contract.Register> {
  const all = (await store.listReceived(db, period)).map((payment) => toReceived(sealer, payment))
  const refunds = await store.listCheckRefunds(db, period)
  const slips = await store.listSlips(db, period)
  return {
    ...period,
    received: all.filter(({ method }) => method !== 'transfer'),
    transfers: all.filter(({ method }) => method === 'transfer'),
    refunds: refunds.map(({ uuid, customerName, ...refund }) => {
      return { ...refund, customerName: nameOf(sealer, { uuid, customerName }) }
    }),
    slips: slips.map(({ id, depositedOn, payments }) => {
      return { id, depositedOn, payments: payments.length, ...slipTotals(payments) }
    }),
    older: await store.countOlder(db, period.from),
  }
}

const nameOf = (sealer: Sealer, { uuid, customerName }: Pick<store.Received, 'uuid' | 'customerName'>) =>
  uuid === null ? null : openName(sealer, 'reservations', { uuid, customerName })

function toReceived(sealer: Sealer, payment: store.Received): contract.Received {
  const { uuid, customerName, inHand, ...shown } = payment
  return {
    ...shown,
    method: shown.method as contract.Received['method'],
    toDeposit: canDeposit(payment) ? inHand : 0,
    customerName: nameOf(sealer, { uuid, customerName }),
  }
}

async function readSlip(db: Database, id: number): Promise<contract.DepositSlip | null> {
  const found = await store.findSlip(db, id)
  if (!found) return null
  return {
    ...found,
    createdAt: found.createdAt.toISOString(),
    payments: found.payments.map(({ returnedAt, ...payment }) => {
      return { ...payment, returnedOn: returnedAt && ranchDay(returnedAt) }
    }),
    ...slipTotals(found.payments),
    undoable: await store.isUndoable(db, id),
  }
}
