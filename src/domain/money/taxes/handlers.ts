/** Handles the calls about taxes that prices include (R50). */
import { actorOf, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Caller } from '#platform/http/context.ts'
import type { Services } from '#platform/services.ts'
import { changedFields } from '#shared/collections.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import * as contract from './contract.ts'
import { firstStart, hasBegun, isOver, taxProblem, type TaxTerms } from './domain/taxes.ts'
import * as store from './store.ts'

type Deps = Pick<Services, 'db' | 'now' | 'sealer'>

export function taxHandlers(deps: Deps): Bound[] {
  const { db, now } = deps
  const today = () => ranchDay(now())
  return [
    bind(contract.listTaxes, async () => {
      const day = today()
      return (await store.listTaxes(db)).map((row) => toTax(row, day))
    }),

    bind(contract.createTax, async ({ body: { tax: wanted } }, { caller }) => {
      const day = today()
      if (taxProblem(null, wanted, day) !== null) return startsTooEarly(day)
      const { row } = await change(deps, caller, async (tx) => {
        return { row: await store.insertTax(tx, wanted, now()), action: 'tax.created' }
      })
      return { tax: toTax(row, day) }
    }),

    bind(contract.updateTax, async ({ body: { id, version, tax: wanted } }, { caller }) => {
      const day = today()
      const done = await change(deps, caller, async (tx) => {
        const row = await store.lockTax(tx, id)
        if (!row) return 'not_found'
        const fields = changedFields<TaxTerms>(row, wanted)
        if (fields.length === 0) return { row }
        if (version !== undefined && version !== row.version) return 'stale'
        const problem = taxProblem(row, wanted, day)
        if (problem !== null) return problem
        await store.writeTax(tx, id, wanted)
        return { row: { ...row, ...wanted, version: row.version + 1 }, action: 'tax.updated', fields }
      })
      if (done === 'starts_too_early') return startsTooEarly(day)
      if (done === 'ends_too_early') return fail('invalid', { fields: { validUntil: ENDS_TOO_EARLY } })
      if (done === 'begun') return fail('tax_begun')
      if (done === 'over') return fail('tax_over')
      return typeof done === 'string' ? fail(done) : { tax: toTax(done.row, day) }
    }),

    bind(contract.deleteTax, async ({ query: { id } }, { caller }) => {
      const done = await change(deps, caller, async (tx) => {
        const row = await store.lockTax(tx, id)
        if (!row) return 'not_found'
        if (hasBegun(row, today())) return 'tax_begun'
        await store.removeTax(tx, id)
        return { row, action: 'tax.deleted' }
      })
      return typeof done === 'string' ? fail(done) : {}
    }),
  ]
}

const startsTooEarly = (today: Day) =>
  fail('invalid', {
    fields: {
      validFrom: `Please choose ${formatDay(firstStart(today))} or a later day. Stays that have begun are recorded without this tax.`,
    },
  })

const ENDS_TOO_EARLY = 'Please choose today or a later day. Stays that have begun are recorded with this tax.'

const toTax = (row: store.TaxRow, today: Day): contract.ShownTax => ({
  ...row,
  begun: hasBegun(row, today),
  over: isOver(row, today),
})

interface Changed {
  row: store.TaxRow
  /** The action's name for the audit log. Missing if nothing changed. */
  action?: string
  fields?: string[]
}

/** Changes a tax and records the change in the audit log, in one transaction. */
const change = async <Done extends string | Changed>(
  { db, sealer, now }: Deps,
  caller: Caller,
  write: (tx: Transaction) => Promise<Done>,
): Promise<Done> =>
  db.transaction(async (tx) => {
    const done = await write(tx)
    if (typeof done === 'string' || !done.action) return done
    const { row, action, fields = [] } = done
    const entry = { entity: 'tax', entityId: row.id, action, fields, details: { label: row.name } }
    await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entry, at: now() }])
    return done
  })
