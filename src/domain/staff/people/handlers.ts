/** Handles the calls about the people who work at the venue. Only owners can make them. */
import { actorOf, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { Caller } from '#platform/http/context.ts'
import type { Services } from '#platform/services.ts'
import type { Role } from '#shared/roles.ts'
import { hasVerifiedAddress } from '../sign-in/role-rules.ts'
import * as contract from './contract.ts'
import { invitationKey } from './rules.ts'
import * as store from './store.ts'

type Deps = Pick<Services, 'db' | 'sealer' | 'now'>

export function peopleHandlers(deps: Deps): Bound[] {
  const { db, sealer } = deps
  const toPerson = (row: store.PersonRow) => ({ ...row, ...store.openPerson(sealer, row) })
  return [
    bind(contract.listPeople, async () => ({ people: (await store.listPeople(db)).map(toPerson) })),

    bind(contract.invitePerson, async ({ body: { person } }, { caller }) => {
      const invited = await invite(deps, person, caller)
      return typeof invited === 'string' ? fail(invited) : { person: toPerson(invited) }
    }),

    bind(contract.changeRole, async ({ body: { person } }, { caller }) => {
      const changed = await giveRole(deps, person, caller)
      return typeof changed === 'string' ? fail(changed) : { person: toPerson(changed) }
    }),

    bind(contract.removePerson, async ({ query: { id } }, { caller }) => {
      const problem = await remove(deps, id, caller)
      return problem ? fail(problem) : {}
    }),
  ]
}

/**
 * Invites a person. Someone whose role came from the settings or a claim gets the role of the invitation instead, which
 * counts once that other role is gone.
 */
const invite = async (
  { db, sealer, now }: Deps,
  { email, role, name }: contract.PersonInput,
  caller: Caller,
): Promise<store.PersonRow | 'already_here'> =>
  db.transaction(async (tx) => {
    const at = now()
    const inTx = { db: tx, sealer }
    const known = await findByAddress(inTx, email)
    if (known?.source === 'invitation' && known.lastSeenAt !== null) return 'already_here'
    if (known && name !== null) await store.writeName(inTx, known, name)
    const person = known
      ? await store.writePerson(tx, known.id, { role, source: 'invitation' })
      : await store.insertPerson(inTx, { email, name, role, source: 'invitation', createdAt: at })
    // Another owner has invited the same person in the meantime.
    if (!person) return 'already_here'
    await enqueueEmail(tx, { type: 'staff-invitation', key: invitationKey(person.uuid, at), now: at })
    await record(tx, { sealer, caller, at }, { person, action: 'person.invited', change: `as ${role}` })
    return person
  })

async function findByAddress(deps: Parameters<typeof store.findCandidates>[0], email: string) {
  const typed = { subject: '', email, emailVerified: true, claims: {} }
  const found = await store.findCandidates(deps, { issuer: '', subject: '', email })
  return found.find((person) => hasVerifiedAddress(typed, store.openPerson(deps.sealer, person).email ?? ''))
}

const giveRole = async (
  { db, sealer, now }: Deps,
  { id, role }: { id: number; role: Role },
  caller: Caller,
): Promise<store.PersonRow | Refusal> =>
  db.transaction(async (tx) => {
    const person = await store.lockPerson(tx, id)
    if (!person) return 'not_found'
    if (person.role === role) return person
    const problem = await changeProblem(tx, person)
    if (problem) return problem
    const changed = await store.writePerson(tx, id, { role })
    const change = `from ${person.role} to ${role}`
    await record(tx, { sealer, caller, at: now() }, { person, action: 'person.roleChanged', change })
    return changed ?? 'not_found'
  })

const remove = async ({ db, sealer, now }: Deps, id: number, caller: Caller): Promise<Refusal | null> =>
  db.transaction(async (tx) => {
    const person = await store.lockPerson(tx, id)
    if (!person) return 'not_found'
    const problem = await changeProblem(tx, person)
    if (problem) return problem
    await store.removePerson(tx, id)
    const change = `(${person.role})`
    await record(tx, { sealer, caller, at: now() }, { person, action: 'person.removed', change })
    return null
  })

type Refusal = 'not_found' | 'last_owner' | 'set_elsewhere'

/** Returns why a person's role cannot change, or null if it can. */
async function changeProblem(
  tx: Transaction,
  { id, role, source }: store.PersonRow,
): Promise<Exclude<Refusal, 'not_found'> | null> {
  if (role === 'owner' && (await store.countOtherOwners(tx, id)) === 0) return 'last_owner'
  return source === 'invitation' ? null : 'set_elsewhere'
}

interface Recorded {
  person: store.PersonRow
  action: string
  change: string
}

async function record(
  tx: Transaction,
  { sealer, caller, at }: Pick<Deps, 'sealer'> & { caller: Caller; at: Date },
  { person, action, change }: Recorded,
): Promise<void> {
  const { name, email } = store.openPerson(sealer, person)
  const entry = { action, entity: 'person', entityId: person.id, fields: ['role'] }
  const details = { label: `${name ?? email ?? 'someone'} ${change}` }
  await recordAudit(tx, sealer, [{ ...actorOf(caller), ...entry, details, at }])
}
