/** Tests what happens when two admins edit the same event (R11.7). */
import { expect, test } from 'vitest'
import { listAudit } from '#domain/staff/audit/contract.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { untilOneWaits } from '#test/support/measures.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { lockEvent } from './store/events.ts'
import { writeEvent } from './store/catalog.ts'
import { makeByCall, rowOf, update } from '#test/support/events/admin-calls.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const ada = await app.signIn({ admin: true })
const ben = await app.signIn({ admin: true })

test('refuses the second of two edits of the same event version, and saves nothing of it (R11.7)', async () => {
  const { id, version } = await makeByCall(ada)
  expect(await update(ada, { id, version, name: "Ada's" })).toMatchObject({
    ok: true,
    data: { event: { version: version + 1 } },
  })
  const before = await rowOf(app, id)
  expect(await update(ben, { id, version, name: "Ben's", host: 'Ben' })).toMatchObject({
    status: 409,
    code: 'stale',
    message: 'Someone else has changed this event in the meantime. Nothing was saved.',
  })
  expect(await rowOf(app, id)).toEqual(before)
  expect(await update(ben, { id, version: version + 1, name: "Ben's" })).toMatchObject({ ok: true })
})

test('refuses an edit of an event that is sent a second time, because its version is then stale', async () => {
  const { id, version } = await makeByCall(ada)
  await update(ada, { id, version, host: 'Ada' })
  expect(await update(ada, { id, version, host: 'Ada' })).toMatchObject({ code: 'stale' })
})

test('refuses an edit with a version that the event never had', async () => {
  const { id } = await makeByCall(ada)
  expect(await update(ada, { id, version: 99, host: 'Ada' })).toMatchObject({ code: 'stale' })
})

test('saves every edit that is sent without a version, so that the last one wins', async () => {
  const { id } = await makeByCall(ada)
  await update(ada, { id, host: 'Ada' })
  expect(await update(ben, { id, host: 'Ben' })).toMatchObject({ ok: true, data: { event: { version: 3 } } })
})

test('accepts one of twenty simultaneous edits of the same event version, and records only that edit', async () => {
  const { id, version } = await makeByCall(ada)
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      update(index % 2 ? ada : ben, { id, version, name: `Name ${index}`, spots: 20 + index }),
    ),
  )
  const won = results.flatMap((result) => (result.ok ? [result.data.event] : []))
  expect(won).toHaveLength(1)
  expect(results.filter((result) => !result.ok && result.code === 'stale')).toHaveLength(19)
  const { name, spots } = won[0] ?? {}
  expect(await rowOf(app, id)).toMatchObject({ name, spots, version: version + 1 })
  const audit = await ada.call(listAudit, { query: { eventId: id } })
  const told = audit.ok ? audit.data.entries.map(({ action }) => action) : []
  expect(told).toEqual(['event.updated', 'event.created'])
})

test('gives a free URL name to only one event when two simultaneous edits want it', async () => {
  const one = await makeByCall(ada)
  const two = await makeByCall(ada)
  const results = await Promise.all([one, two].map(({ id }) => update(ada, { id, urlName: 'wanted' })))
  const outcomes = results.map((result) => (result.ok ? 'got it' : result.code))
  expect(outcomes.toSorted()).toEqual(['got it', 'url_taken'])
})

if (testDatabaseKind() === 'postgres') {
  test('makes an edit wait while another edit of the event is being saved, and then refuses it as stale', async () => {
    const { db } = app.services
    const { id, version } = await makeByCall(ada)
    let second: ReturnType<typeof update> | undefined
    await db.transaction(async (first) => {
      await lockEvent(first, id)
      second = update(ben, { id, version, name: "Ben's" })
      await untilOneWaits(db)
      await writeEvent(first, id, { changes: { name: "Ada's" }, at: app.clock.now() })
    })
    expect(await second).toMatchObject({ code: 'stale' })
    expect(await rowOf(app, id)).toMatchObject({ name: "Ada's", version: version + 1 })
  })
}
