/** What an admin does by the calls about reservations: signs people up, changes and deletes them. */
import { asc } from 'drizzle-orm'
import { reservations } from '#platform/database/schema/booking.ts'
import { openOffice, type Office } from '#test/support/booking/admin.ts'
import { columns } from '#platform/database/database.ts'
import { changeOptionsByAdmin, renewLinks } from '#domain/booking/contract/admin.ts'
import type { OfficeStep } from '../operations.ts'
import { choicesAt, correctedOf, dollars, holderOf, noted, pick, tell, type World } from '../world.ts'
import { takeInvoiceStep } from './invoices.ts'

type Doing<Name extends OfficeStep['do']> = Extract<OfficeStep, { do: Name }>

export async function takeOfficeStep(world: World, step: OfficeStep): Promise<void> {
  // Anew each time: between two steps a session may have come to its end.
  const office = await openOffice(world.site.app)
  switch (step.do) {
    case 'sign up by hand':
      return await signUpByHand(world, office, step)
    case 'choose for':
      return await chooseFor(world, office, step)
    case 'change the total':
      return await changeTotal(world, office, step)
    case 'note':
      return await note(world, office, step)
    case 'correct the address':
      return await correctAddress(world, office, step)
    case 'renew the links':
      return await renewLinksOf(world, office, step)
    case 'delete':
      return await remove(world, office, step)
    default:
      return await takeInvoiceStep(world, step)
  }
}

async function signUpByHand(
  world: World,
  office: Office,
  { who, event }: Doing<'sign up by hand'>,
): Promise<void> {
  const made = await office.order({
    eventId: world.events[event].id,
    ...holderOf(who),
    shouldSendEmail: true,
  })
  if (!made.ok) {
    tell(world, `the admin signs ${who} up for ${event}: ${noted(world, made)}`)
    return
  }
  const { reservationId, uuid } = made.data
  const someone = world.people[who]
  world.byHand.add(reservationId)
  world.given.set(uuid, holderOf(who))
  someone.stays.unshift(uuid)
  someone.page = null
  tell(world, `the admin signs ${who} up for ${event}: reservation ${reservationId}`)
}

async function chooseReservation({ site }: World, nth: number) {
  const all = await site.app.services.db.select().from(reservations).orderBy(asc(reservations.id))
  return pick(all, nth)
}

async function note(world: World, office: Office, { nth }: Doing<'note'>): Promise<void> {
  const chosen = await chooseReservation(world, nth)
  if (!chosen) return
  const { id, version } = chosen
  const changed = await office.change({ id, version, notes: `seen at ${version}` })
  tell(
    world,
    `the admin notes something about reservation ${id}: ${changed.ok ? 'kept' : noted(world, changed)}`,
  )
}

async function correctAddress(
  world: World,
  office: Office,
  { nth }: Doing<'correct the address'>,
): Promise<void> {
  const chosen = await chooseReservation(world, nth)
  if (!chosen || chosen.emailHash === null) return
  const { id, version } = chosen
  const { email: old } = await office.look(id)
  const email = old.endsWith('@example.test') ? correctedOf(old) : old.replace('@corrected.', '@example.')
  await followLinks(world, office, id, async () => {
    const changed = await office.change({ id, version, email })
    const said = changed.ok ? 'done' : noted(world, changed)
    tell(world, `the admin corrects the address ${old} of reservation ${id} to ${email}: ${said}`)
  })
}

async function renewLinksOf(world: World, office: Office, { nth }: Doing<'renew the links'>): Promise<void> {
  const chosen = await chooseReservation(world, nth)
  if (!chosen || chosen.purgedAt) return
  const { id, version } = chosen
  await followLinks(world, office, id, async () => {
    const renewed = await office.browser.call(renewLinks, { body: { id, version } })
    const said = renewed.ok ? 'done' : noted(world, renewed)
    tell(world, `the admin renews the links of reservation ${id}: ${said}`)
  })
}

/** Gives people the links of their stays that `act` renews. Each keeps its guest, whose address may be another one. */
async function followLinks(
  world: World,
  office: Office,
  id: number,
  act: () => Promise<void>,
): Promise<void> {
  const list = () => world.site.app.services.db.select(columns(reservations, 'id', 'uuid')).from(reservations)
  const before = new Map((await list()).map((row) => [row.id, row.uuid]))
  // Noted first: the links may be renewed although no reply says so.
  world.renewed.add(id)
  await act()
  for (const row of await list()) {
    const old = before.get(row.id)
    if (old === undefined || (row.id !== id && old === row.uuid)) continue
    const holder = world.given.get(old)
    world.given.delete(old)
    if (holder) world.given.set(row.uuid, { ...holder, email: (await office.look(row.id)).email })
    for (const someone of Object.values(world.people))
      someone.stays = someone.stays.map((uuid) => (uuid === old ? row.uuid : uuid))
  }
}

async function changeTotal(
  world: World,
  office: Office,
  { nth, by }: Doing<'change the total'>,
): Promise<void> {
  const chosen = await chooseReservation(world, nth)
  if (!chosen || chosen.purgedAt) return
  const { id, version } = chosen
  const { totalDue: old, money } = await office.look(id)
  const totalDue = Math.max(money.extras, old + by)
  // Noted first: it may be done although no reply tells so.
  world.byHand.add(id)
  world.regrouped.add(id)
  const done = await office.change({ id, version, totalDue })
  const said = done.ok ? 'done' : noted(world, done)
  tell(world, `the admin makes ${dollars(old)} of reservation ${id} ${dollars(totalDue)}: ${said}`)
}

async function chooseFor(world: World, office: Office, { nth, kit }: Doing<'choose for'>): Promise<void> {
  const chosen = await chooseReservation(world, nth)
  if (!chosen || choicesAt(world, chosen.eventId, true).length === 0) return
  const { id, version, eventId } = chosen
  const options = choicesAt(world, eventId, kit)
  const done = await office.browser.call(changeOptionsByAdmin, { body: { id, version, options } })
  if (done.ok) world.byHand.add(id)
  tell(
    world,
    `the admin gives reservation ${id} ${kit ? 'a kit or the cabin' : 'no kit or a tent'}: ${done.ok ? 'done' : noted(world, done)}`,
  )
}

async function remove(world: World, office: Office, { nth, force }: Doing<'delete'>): Promise<void> {
  const chosen = await chooseReservation(world, nth)
  if (!chosen) return
  const removed = await office.remove(chosen.id, force ? 'true' : undefined)
  const how = force ? 'deletes, whatever was paid,' : 'deletes'
  tell(world, `the admin ${how} reservation ${chosen.id}: ${removed.ok ? 'gone' : noted(world, removed)}`)
  if (!removed.ok) return
  world.deleted.add(chosen.id)
  world.letMoneyGo ||= force
}
