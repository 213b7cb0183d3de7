/**
 * Attacks by staff whose role does not include something: a kitchen person who looks for phone numbers, money and health
 * details, and a desk person who tries to reach refunds, statements and roles.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { changeRole, invitePerson, listPeople } from '#domain/staff/people/contract.ts'
import { getKitchenSheet } from '#domain/guests/hosts/contract.ts'
import { findAnything } from '#domain/desk/search/contract.ts'
import { getProblems } from '#domain/desk/today/contract.ts'
import { updateReservationByAdmin } from '#domain/booking/contract/admin.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { makeByCall } from '#test/support/events/admin-calls.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { declared } from '#test/support/server/contracts.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const owner = await app.signIn({ admin: true })
const URL_NAME = 'quandong-days'

/** What a kitchen person must not learn about the guest. Each is a text of its own, so that a search finds it. */
const SECRETS = {
  phone: '505-555-0177',
  emergencyContactName: 'Wilhelmina Quandong',
  emergencyContactPhone: '505-555-0188',
  medicalConditions: 'Epilepsy',
  otherInformation: 'Snores terribly',
  address: '12 Saltbush Lane',
}
const EMAIL = 'vera@quandong.example'

let reservationId = 0
beforeAll(async () => {
  const { id } = await makeByCall(owner, { urlName: URL_NAME, cost: 90_000 })
  const guest = createGuest(app)
  const held = await guest.hold(id, { customerName: 'Vera Quandong', email: EMAIL })
  await guest.pay(held.clientSecret)
  await app.runJobs()
  reservationId = held.reservationId
  const changed = await owner.call(updateReservationByAdmin, {
    body: { updateReservationData: { id: reservationId, foodAllergies: 'Peanuts', ...SECRETS } },
  })
  if (!changed.ok) throw new Error(changed.message)
})

/** Calls every GET endpoint, and returns the texts of all successful replies. */
async function readEverything(browser: TestBrowser): Promise<string[]> {
  const query = new URLSearchParams({
    eventUrlName: URL_NAME,
    id: '1',
    eventId: '1',
    reservationId: String(reservationId),
    q: 'Quandong',
    uuid: '00000000-0000-4000-8000-000000000000',
    month: '2027-05',
  })
  const texts: string[] = []
  for (const { method, path } of declared) {
    if (method !== 'GET' || path === 'auth/login') continue
    const response = await browser.fetch(`/api/${path}?${query}`)
    if (response.ok) texts.push(`${path} ${await response.text()}`)
  }
  return texts
}

describe('a kitchen person', () => {
  test('finds no phone number, e-mail address, amount or health detail in any reply (R14.11)', async () => {
    const texts = (await readEverything(await app.signIn({ role: 'kitchen' }))).join('\n')
    expect(texts).toContain('Vera Quandong')
    expect(texts).toContain('Peanuts')
    for (const secret of [...Object.values(SECRETS), EMAIL]) expect(texts).not.toContain(secret)
    for (const word of [
      'medical',
      'phone',
      'totalDue',
      'totalPaid',
      'invoice"',
      'reservations"',
      'adminEmail',
    ])
      expect(texts.toLowerCase(), word).not.toContain(word.toLowerCase())
  })

  test('is refused the medical conditions on the kitchen sheet, while the desk gets them', async () => {
    const [kitchen, desk] = [await app.signIn({ role: 'kitchen' }), await app.signIn({ role: 'desk' })]
    const query = { eventUrlName: URL_NAME, medical: 'true' } as const
    expect(await kitchen.call(getKitchenSheet, { query })).toMatchObject({ ok: false, code: 'forbidden' })
    const sheet = await desk.call(getKitchenSheet, { query })
    expect(JSON.stringify(sheet)).toContain(SECRETS.medicalConditions)
    expect(JSON.stringify(sheet)).toContain(SECRETS.phone)
  })
})

test('a bookkeeper finds no phone number, e-mail address or health detail of a guest in any reply', async () => {
  const texts = (await readEverything(await app.signIn({ role: 'bookkeeper' }))).join('\n')
  for (const secret of [...Object.values(SECRETS), EMAIL, 'Peanuts']) expect(texts).not.toContain(secret)
})

describe('a desk person', () => {
  test('cannot make any call that refunds, closes months, reads statements or changes roles', async () => {
    const desk = await app.signIn({ role: 'desk' })
    await desk.fetch('/api/auth/is-admin')
    const closed = declared.filter(({ needs }) =>
      ['money.refund', 'money.see', 'money.close', 'money.edit', 'settings.edit', 'people.edit'].includes(
        needs ?? '',
      ),
    )
    expect(closed.length).toBeGreaterThan(30)
    for (const { method, path } of closed) {
      const headers = {
        'x-xsrf-token': desk.cookies.get('XSRF-TOKEN') ?? '',
        'content-type': 'application/json',
      }
      const response = await desk.fetch(`/api/${path}`, {
        method,
        headers,
        ...(method !== 'GET' && { body: '{}' }),
      })
      expect(response.status, `${method} ${path}`).toBe(403)
    }
  })

  test('cannot give anyone a role, and finds guests but no refunds in what needs attention', async () => {
    const desk = await app.signIn({ role: 'desk' })
    const person = { email: 'friend@example.test', role: 'owner' } as const
    expect(await desk.call(invitePerson, { body: { person } })).toMatchObject({ code: 'forbidden' })
    const listed = await owner.call(listPeople)
    const own = listed.ok ? listed.data.people.find(({ email }) => email === 'desk@example.test') : undefined
    const change = { person: { id: own?.id ?? 0, role: 'owner' } } as const
    expect(await desk.call(changeRole, { body: change })).toMatchObject({ code: 'forbidden' })
    const found = await desk.call(findAnything, { query: { q: 'Quandong' } })
    expect(found.ok && found.data.guests).toHaveLength(1)
    const problems = await desk.call(getProblems)
    expect(problems.ok && Object.keys(problems.data)).toEqual(['day', 'failures'])
    expect(problems.ok && Object.keys(problems.data.failures)).toEqual(['mails', 'retrying'])
  })
})
