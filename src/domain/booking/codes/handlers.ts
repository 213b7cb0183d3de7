/** Handles the calls about discount codes. */
import { findEvent } from '#domain/events/store/events.ts'
import { actorOf, recordAudit } from '#platform/audit.ts'
import { type Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Caller } from '#platform/http/context.ts'
import { openName } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { changedFields } from '#shared/collections.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '../deps.ts'
import { findSignUp } from '../payment-intent-handlers.ts'
import * as contract from './contract/admin.ts'
import { checkCode } from './contract/guest.ts'
import { findUsableCode } from './code-quote.ts'
import * as store from './store/admin.ts'
import { type CodeRow, lockCodeById } from './store/codes.ts'

type Deps = Pick<Services, 'db' | 'now' | 'sealer'>

export function codeHandlers(deps: BookingDeps): Bound[] {
  const { db, now } = deps
  return [
    ...adminHandlers(deps),
    bind(checkCode, async ({ body: { code: typed, ...wanted } }, context) => {
      const seen = await findSignUp(deps, wanted, context)
      if (!seen) return fail('not_found')
      if (!(await context.mayGuess('code'))) return fail('rate_limited')
      const using = { event: seen.event, today: ranchDay(now()), own: seen.held }
      const code = await findUsableCode(db, typed, using)
      if (typeof code === 'string') return fail(code)
      const { kind, value, suggestion } = code
      return { code: code.code, kind, value, suggestion }
    }),
  ]
}

function adminHandlers(deps: Deps): Bound[] {
  const { db, now } = deps
  return [
    bind(contract.listCodes, async () => store.listCodes(db)),

    bind(contract.listCodeUses, async ({ query: { id } }) => {
      const [code] = await store.listCodes(db, id)
      if (!code) return fail('not_found')
      return (await store.listUses(db, id)).map((use) => ({
        ...use,
        customerName: openName(deps.sealer, 'reservations', use) ?? '',
      }))
    }),

    bind(contract.createCode, async ({ body: { code: wanted } }, { caller }) => {
      const made = await change(deps, caller, async (tx) => {
        if (!(await hasEvent(tx, wanted))) return 'event_gone'
        const row = await store.insertCode(tx, wanted, now())
        return row ? { row, action: 'code.created' } : 'code_taken'
      })
      return typeof made === 'string' ? fail(made) : { code: await readCode(db, made.row.id) }
    }),

    bind(contract.updateCode, async ({ body: { id, version, code: wanted } }, { caller }) => {
      const done = await change(deps, caller, async (tx) => {
        const row = await lockCodeById(tx, id)
        if (!row) return 'not_found'
        const fields = changedFields<store.CodeValues>(row, wanted)
        if (fields.length === 0) return { row }
        if (version !== undefined && version !== row.version) return 'stale'
        if (!(await hasEvent(tx, wanted))) return 'event_gone'
        if (wanted.code !== row.code && (await store.wasUsed(tx, id))) return 'renamed'
        await store.writeCode(tx, id, wanted)
        return { row: { ...row, ...wanted }, action: 'code.updated', fields }
      }).catch((error: unknown) => {
        if (sqlState(error) === UNIQUE_VIOLATION) return 'code_taken' as const
        throw error
      })
      if (done === 'renamed') return fail('invalid', { fields: { code: RENAMED } })
      return typeof done === 'string' ? fail(done) : { code: await readCode(db, id) }
    }),

    bind(contract.endCode, async ({ body: { id, ended } }, { caller }) => {
      const done = await change(deps, caller, async (tx) => {
        const row = await lockCodeById(tx, id)
        if (!row) return 'not_found'
        if ((row.endedAt !== null) === ended) return { row }
        await store.writeCode(tx, id, { endedAt: ended ? now() : null })
        return { row, action: ended ? 'code.ended' : 'code.reopened' }
      })
      return typeof done === 'string' ? fail(done) : { code: await readCode(db, id) }
    }),

    bind(contract.deleteCode, async ({ query: { id } }, { caller }) => {
      const done = await change(deps, caller, async (tx) => {
        const row = await lockCodeById(tx, id)
        if (!row) return 'not_found'
        if (await store.wasUsed(tx, id)) return 'code_used'
        await store.removeCode(tx, id)
        return { row, action: 'code.deleted' }
      })
      return typeof done === 'string' ? fail(done) : {}
    }),
  ]
}

const RENAMED = 'Guests have used this code, so its name cannot change. End it and add another.'

interface Changed {
  row: CodeRow
  /** The action's name for the audit log. Missing if nothing changed. */
  action?: string
  fields?: string[]
}

/** Changes a code and records the change in the audit log, in one transaction. */
const change = async <Done extends string | Changed>(
  { db, sealer, now }: Deps,
  caller: Caller,
  write: (tx: Transaction) => Promise<Done>,
): Promise<Done> =>
  db.transaction(async (tx) => {
    const done = await write(tx)
    if (typeof done === 'string' || !done.action) return done
    const { row, action, fields = [] } = done
    const entry = { entity: 'code', entityId: row.id, action, fields, details: { label: row.code } }
    await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entry, at: now() }])
    return done
  })

const hasEvent = async (tx: Transaction, { eventId }: Pick<store.CodeValues, 'eventId'>) =>
  eventId === null || (await findEvent(tx, eventId)) !== undefined

async function readCode(db: Database, id: number) {
  const [listed] = await store.listCodes(db, id)
  if (!listed) throw new Error('The code is gone')
  return listed
}
