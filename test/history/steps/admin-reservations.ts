/** An admin's steps on reservations: signing guests up, changing reservations, and deleting them. */
import { asc } from 'drizzle-orm'
import { reservations } from '#platform/database/schema/booking.ts'
import { signInAdmin, type Admin } from '#test/support/booking/admin.ts'
import { columns } from '#platform/database/database.ts'
import { changeOptionsByAdmin, renewLinks } from '#domain/booking/contract/admin.ts'
import { listOpenBalances, settleBalance } from '#domain/booking/open-balances/contract.ts'
import type { ReservationStep } from '../operations.ts'
import {
  choicesAt,
  countEvent,
  correctedOf,
  dollars,
  identityOf,
  noted,
  pick,
  logLine,
  type HistoryState,
} from '../history-state.ts'
import { runInvoiceStep } from './invoices.ts'

type Doing<Name extends ReservationStep['do']> = Extract<ReservationStep, { do: Name }>

export async function runReservationStep(state: HistoryState, step: ReservationStep): Promise<void> {
  // Signs the admin in again, because the session may have expired since the last step.
  const admin = await signInAdmin(state.site.app)
  switch (step.do) {
    case 'sign up by hand':
      return await signUpByHand(state, admin, step)
    case 'choose for':
      return await chooseFor(state, admin, step)
    case 'change the total':
      return await changeTotal(state, admin, step)
    case 'note':
      return await note(state, admin, step)
    case 'correct the address':
      return await correctAddress(state, admin, step)
    case 'renew the links':
      return await renewLinksOf(state, admin, step)
    case 'delete':
      return await remove(state, admin, step)
    default:
      return await runInvoiceStep(state, step)
  }
}

async function signUpByHand(
  state: HistoryState,
  admin: Admin,
  { who, event }: Doing<'sign up by hand'>,
): Promise<void> {
  const made = await admin.order({
    eventId: state.events[event].id,
    ...identityOf(who),
    shouldSendEmail: true,
  })
  if (!made.ok) {
    logLine(state, `the admin signs ${who} up for ${event}: ${noted(state, made)}`)
    return
  }
  const { reservationId, uuid } = made.data
  const someone = state.people[who]
  state.byHand.add(reservationId)
  state.linkOwners.set(uuid, identityOf(who))
  someone.stays.unshift(uuid)
  someone.page = null
  logLine(state, `the admin signs ${who} up for ${event}: reservation ${reservationId}`)
}

async function chooseReservation({ site }: HistoryState, nth: number) {
  const all = await site.app.services.db.select().from(reservations).orderBy(asc(reservations.id))
  return pick(all, nth)
}

async function note(state: HistoryState, admin: Admin, { nth }: Doing<'note'>): Promise<void> {
  const chosen = await chooseReservation(state, nth)
  if (!chosen) return
  const { id, version } = chosen
  const changed = await admin.change({ id, version, notes: `seen at ${version}` })
  logLine(
    state,
    `the admin notes something about reservation ${id}: ${changed.ok ? 'kept' : noted(state, changed)}`,
  )
}

async function correctAddress(
  state: HistoryState,
  admin: Admin,
  { nth }: Doing<'correct the address'>,
): Promise<void> {
  const chosen = await chooseReservation(state, nth)
  if (!chosen || chosen.emailHash === null) return
  const { id, version } = chosen
  const { email: old } = await admin.look(id)
  const email = old.endsWith('@example.test') ? correctedOf(old) : old.replace('@corrected.', '@example.')
  await followLinks(state, admin, id, async () => {
    const changed = await admin.change({ id, version, email })
    const said = changed.ok ? 'done' : noted(state, changed)
    logLine(state, `the admin corrects the address ${old} of reservation ${id} to ${email}: ${said}`)
  })
}

async function renewLinksOf(
  state: HistoryState,
  admin: Admin,
  { nth }: Doing<'renew the links'>,
): Promise<void> {
  const chosen = await chooseReservation(state, nth)
  if (!chosen || chosen.purgedAt) return
  const { id, version } = chosen
  await followLinks(state, admin, id, async () => {
    const renewed = await admin.browser.call(renewLinks, { body: { id, version } })
    const said = renewed.ok ? 'done' : noted(state, renewed)
    logLine(state, `the admin renews the links of reservation ${id}: ${said}`)
  })
}

/**
 * Records which guests now have new private links, if `act` renews links of stays. The guest's address may
 * have changed.
 */
async function followLinks(
  state: HistoryState,
  admin: Admin,
  id: number,
  act: () => Promise<void>,
): Promise<void> {
  const list = () => state.site.app.services.db.select(columns(reservations, 'id', 'uuid')).from(reservations)
  const before = new Map((await list()).map((row) => [row.id, row.uuid]))
  // The test records this before the request, because the site may renew the links even if its reply is lost.
  state.renewed.add(id)
  await act()
  for (const row of await list()) {
    const old = before.get(row.id)
    if (old === undefined || (row.id !== id && old === row.uuid)) continue
    const holder = state.linkOwners.get(old)
    state.linkOwners.delete(old)
    if (holder) state.linkOwners.set(row.uuid, { ...holder, email: (await admin.look(row.id)).email })
    for (const someone of Object.values(state.people))
      someone.stays = someone.stays.map((uuid) => (uuid === old ? row.uuid : uuid))
  }
}

async function changeTotal(
  state: HistoryState,
  admin: Admin,
  { nth, by }: Doing<'change the total'>,
): Promise<void> {
  const chosen = await chooseReservation(state, nth)
  if (!chosen || chosen.purgedAt) return
  const { id, version } = chosen
  const { totalDue: old, money } = await admin.look(id)
  const totalDue = Math.max(money.extras, old + by)
  // The test records this before the request, because the request may succeed even if its reply is lost.
  state.byHand.add(id)
  state.regrouped.add(id)
  const done = await admin.change({ id, version, totalDue })
  const said = done.ok ? 'done' : noted(state, done)
  logLine(state, `the admin makes ${dollars(old)} of reservation ${id} ${dollars(totalDue)}: ${said}`)
}

async function chooseFor(
  state: HistoryState,
  admin: Admin,
  { nth, kit }: Doing<'choose for'>,
): Promise<void> {
  const chosen = await chooseReservation(state, nth)
  if (!chosen || choicesAt(state, chosen.eventId, true).length === 0) return
  const { id, version, eventId } = chosen
  const options = choicesAt(state, eventId, kit)
  const done = await admin.browser.call(changeOptionsByAdmin, { body: { id, version, options } })
  if (done.ok) state.byHand.add(id)
  logLine(
    state,
    `the admin gives reservation ${id} ${kit ? 'a kit or the cabin' : 'no kit or a tent'}: ${done.ok ? 'done' : noted(state, done)}`,
  )
}

async function remove(state: HistoryState, admin: Admin, { nth, force }: Doing<'delete'>): Promise<void> {
  const chosen = await chooseReservation(state, nth)
  if (!chosen) return
  const removed = await admin.remove(chosen.id, force ? 'true' : undefined)
  const how = force ? 'deletes, whatever was paid,' : 'deletes'
  logLine(state, `the admin ${how} reservation ${chosen.id}: ${removed.ok ? 'gone' : noted(state, removed)}`)
  if (!removed.ok && removed.code === 'money_open') countEvent(state, 'a deletion met open money')
  if (!removed.ok) return
  state.deleted.add(chosen.id)
  state.deletedWithMoney ||= force
  if (force) await settleBalances(state, admin, chosen.id % 2 === 0 ? 'refund' : 'income')
}

/** Settles every open balance of deleted guests, so that the ledger must agree with the refunds that this records. */
async function settleBalances(state: HistoryState, admin: Admin, as: 'refund' | 'income'): Promise<void> {
  const listed = await admin.browser.call(listOpenBalances)
  for (const { reservationId, why, amount } of listed.ok ? listed.data.balances : []) {
    if (why !== 'deleted') continue
    const how = amount > 0 ? as : 'income'
    const body = { reservationId, as: how, method: 'check', reason: 'Deleted by mistake' } as const
    const settled = await admin.browser.call(settleBalance, { body })
    if (settled.ok) countEvent(state, `an open balance became ${how}`)
    const said = settled.ok ? 'settled' : noted(state, settled)
    logLine(state, `the admin settles ${dollars(amount)} of deleted reservation ${reservationId}: ${said}`)
  }
}
