import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { auditOf } from '#test/support/audit.ts'
import { hashOf } from '#domain/booking/use-cases/sign-up.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { getStatement } from '#domain/money/statements/contract.ts'
import { buildTestApp } from '#test/support/app.ts'
import { type EventRow, makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getEvent } from '../contract/event.ts'
import { createCode, deleteCode, endCode, listCodes, listCodeUses, updateCode } from './contract/admin.ts'
import { checkCode } from './contract/guest.ts'

const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })
const event = await makeEvent(app.services.db)

let made = 0
async function makeCode(changes: Partial<typeof codes.$inferInsert> = {}) {
  made += 1
  const [row] = await app.services.db
    .insert(codes)
    .values({ code: `CODE${made}`, kind: 'percent', value: 10, ...changes })
    .returning()
  if (!row) throw new Error('no code was made')
  return row
}

const check = (code: string, more: { attempt?: string } = {}, browser = app.browser()) =>
  browser.call(checkCode, { body: { eventId: event.id, code, ...more } })

describe('when a guest checks a discount code, the site', () => {
  test('returns the terms of a code, however the guest types it (R41.1)', async () => {
    await makeCode({ code: 'KIND-NEIGHBORS', kind: 'open', value: 10_000, suggestion: 40_000 })
    expect(await check(' kind-neighbors ')).toMatchObject({
      ok: true,
      data: { code: 'KIND-NEIGHBORS', kind: 'open', value: 10_000, suggestion: 40_000 },
    })
  })

  test('gives the same reply for every code that does not work, so that nobody learns which codes exist (R41.6)', async () => {
    const other = await makeEvent(app.services.db)
    const strange = await Promise.all([
      makeCode({ endedAt: NOW }),
      makeCode({ validFrom: '2027-05-07' }),
      makeCode({ validUntil: '2027-05-05' }),
      makeCode({ eventId: other.id }),
    ])
    const unknown = await check('NOBODYS')
    expect(unknown).toMatchObject({ ok: false, code: 'code_unknown', status: 404 })
    for (const { code } of strange) expect(await check(code)).toEqual(unknown)
    const good = await makeCode({ validFrom: '2027-05-06', validUntil: '2027-05-06', eventId: event.id })
    expect((await check(good.code)).ok).toBe(true)
  })

  test('refuses a used-up code, but not to the guest who already holds one of its uses (R41.5)', async () => {
    const { id, code } = await makeCode({ uses: 1 })
    const attempt = randomUUID()
    const held = await makeReservation(app.services, event.id, {
      customerName: 'Robin',
      email: 'robin@example.test',
      status: 'pending',
    })
    await app.services.db
      .update(reservations)
      .set({ codeId: id, attemptHash: hashOf(event.id, attempt) })
      .where(eq(reservations.id, held.id))
    expect(await check(code)).toMatchObject({ ok: false, code: 'code_used_up', status: 409 })
    expect((await check(code, { attempt })).ok).toBe(true)
  })
})

test('returns with an event whether any discount code works for it today (R41.1)', async () => {
  const others = await buildTestApp({ now: NOW })
  const { db } = others.services
  const one = await makeEvent(db)
  const free = await makeEvent(db, { cost: 0 })
  const takes = async ({ urlName }: EventRow) => {
    const found = await others.browser().call(getEvent, { query: { eventUrlName: urlName } })
    return found.ok && !found.data.locked && found.data.takesCodes === true
  }
  expect(await takes(one)).toBe(false)
  await db.insert(codes).values({ code: 'LATER', kind: 'percent', value: 10, validFrom: '2027-05-07' })
  await db.insert(codes).values({ code: 'FREE', kind: 'percent', value: 10, eventId: free.id })
  expect([await takes(one), await takes(free)]).toEqual([false, false])
  others.clock.set(new Date('2027-05-07T18:00:00Z'))
  expect([await takes(one), await takes(free)]).toEqual([true, false])
  // After an admin ends or creates a code, the event page must not be served from an outdated cache.
  const admin = await others.signIn({ admin: true })
  const listed = await admin.call(listCodes)
  const later = listed.ok ? (listed.data.find(({ code }) => code === 'LATER')?.id ?? 0) : 0
  await admin.call(endCode, { body: { id: later, ended: true } })
  expect(await takes(one)).toBe(false)
  await admin.call(createCode, {
    body: { code: { code: 'ONE', kind: 'percent', value: 10, eventId: one.id } },
  })
  expect(await takes(one)).toBe(true)
  await others.close()
})

const codeOf = <Data extends { code: unknown }>(
  answer: { ok: true; data: Data } | { ok: false; code: string },
) => {
  if (!answer.ok) throw new Error(answer.code)
  return answer.data.code as Data['code']
}

describe('the API by which admins manage discount codes', () => {
  const NEW = { code: 'early bird', kind: 'percent' as const, value: 10 }
  test('adds, changes, ends, reopens and deletes codes, and records each step in the audit log (R41.9)', async () => {
    const admin = await app.signIn({ admin: true })
    const made = codeOf(
      await admin.call(createCode, { body: { code: { ...NEW, uses: 5, note: 'Friends' } } }),
    )
    expect(made).toMatchObject({ code: 'EARLYBIRD', uses: 5, used: 0, everUsed: false, event: null })
    const { id, version } = made
    expect(await admin.call(createCode, { body: { code: NEW } })).toMatchObject({ code: 'code_taken' })
    const changed = { ...NEW, kind: 'open' as const, value: 10_000, suggestion: 40_000, eventId: event.id }
    const update = (code: typeof changed, seen = version) =>
      admin.call(updateCode, { body: { id, version: seen, code } })
    expect(codeOf(await update(changed))).toMatchObject({ kind: 'open', event: { id: event.id }, uses: null })
    expect(await update({ ...changed, value: 5_000 })).toMatchObject({ ok: false, code: 'stale' })
    await admin.call(createCode, { body: { code: { ...NEW, code: 'FRIENDS' } } })
    expect(await update({ ...changed, code: 'friends' }, version + 1)).toMatchObject({ code: 'code_taken' })
    expect(await update({ ...changed, eventId: 999_999 }, version + 1)).toMatchObject({ code: 'event_gone' })
    expect(codeOf(await admin.call(endCode, { body: { id, ended: true } })).endedAt).not.toBeNull()
    expect((await check('EARLYBIRD')).ok).toBe(false)
    expect(codeOf(await admin.call(endCode, { body: { id, ended: false } })).endedAt).toBeNull()
    expect((await check('EARLYBIRD')).ok).toBe(true)
    expect((await admin.call(deleteCode, { query: { id } })).ok).toBe(true)
    expect((await auditOf(app, 'code', id)).map(({ action }) => action)).toEqual([
      'code.created',
      'code.updated',
      'code.ended',
      'code.reopened',
      'code.deleted',
    ])
  })

  test('shows how often a code was used and how much it took off, and refuses to rename a used code (R41.9)', async () => {
    const admin = await app.signIn({ admin: true })
    const { id, code } = await makeCode({ kind: 'amount', value: 20_000, uses: 3 })
    const { id: eventId } = await makeEvent(app.services.db)
    const guest = createGuest(app)
    const held = await guest.hold(eventId, { amount: 80_000, code, companions: [{ customerName: 'Sam' }] })
    await guest.pay(held.clientSecret)
    await guest.look(held.uuid)
    await guest.hold(eventId, { amount: 35_000, code })
    const listed = await admin.call(listCodes)
    const used = listed.ok && listed.data.find((one) => one.id === id)
    expect(used).toMatchObject({ used: 2, uses: 3, everUsed: true, given: 20_000 })
    // The list of sign-ups with a code includes guests whose spot is only held.
    const uses = await admin.call(listCodeUses, { query: { id } })
    expect(uses).toMatchObject({
      ok: true,
      data: [
        { status: 'pending', people: 1, discount: 20_000 },
        {
          reservationId: held.reservationId,
          customerName: 'Robin Doe',
          status: 'confirmed',
          event: { id: eventId },
          people: 2,
          discount: 20_000,
        },
      ],
    })
    expect(await guest.browser.call(listCodeUses, { query: { id } })).toMatchObject({
      ok: false,
      status: 401,
    })
    expect(await admin.call(listCodeUses, { query: { id: 999_999 } })).toMatchObject({ code: 'not_found' })
    // The discount code also appears in the CSV export of guests and in the monthly statement (R41.7).
    const table = await (await admin.fetch(`/api/auth/event/export?id=${eventId}`)).text()
    expect(
      table
        .split('\r\n')
        .slice(1, -1)
        .map((row) => row.split(',').slice(-3, -1)),
    ).toEqual([
      ['10000', code],
      ['10000', code],
      // The export also has a row for the guest whose spot is held but not paid.
      ['20000', code],
    ])
    const month = await admin.call(getStatement, { query: { month: '2027-05' } })
    expect(month).toMatchObject({ ok: true, data: { discounts: 20_000 } })
    expect(await admin.call(deleteCode, { query: { id } })).toMatchObject({ ok: false, code: 'code_used' })
    const said = { code: 'OTHERNAME', kind: 'amount' as const, value: 20_000 }
    const renamed = await admin.call(updateCode, { body: { id, code: said } })
    expect(renamed).toMatchObject({ ok: false, code: 'invalid', fields: { code: expect.any(String) } })
  })

  test.each([
    [{ code: 'AB' }, 'code'],
    [{ code: 'NO/SLASH' }, 'code'],
    [{ value: 0 }, 'value'],
    [{ value: 101 }, 'value'],
    [{ kind: 'amount' as const, value: 0 }, 'value'],
    [{ suggestion: 5_000 }, 'suggestion'],
    [{ kind: 'open' as const, value: 6_000, suggestion: 5_000 }, 'suggestion'],
    [{ uses: 0 }, 'uses'],
    [{ validFrom: '2027-05-02', validUntil: '2027-05-01' }, 'validUntil'],
  ])('refuses the invalid code %o and names the field', async (changes, field) => {
    const admin = await app.signIn({ admin: true })
    const refused = await admin.call(createCode, { body: { code: { ...NEW, ...changes } } })
    expect(refused).toMatchObject({ ok: false, code: 'invalid', fields: { [field]: expect.any(String) } })
  })
})
