import { describe, expect, test } from 'vitest'
import { auditOf } from '#test/support/audit.ts'
import { buildTestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { createTax, deleteTax, listTaxes, type ShownTax, updateTax } from './contract.ts'

/** May 6, 2027 at the ranch. */
const NOW = new Date('2027-05-06T18:00:00Z')
const app = await openTestApp({ now: NOW })

const NEW = { name: 'Lodging tax', rate: 500, validFrom: '2027-05-07', appliesTo: 'lodging' as const }

const taxOf = (
  answer: { ok: true; data: { tax: ShownTax } } | { ok: false; code: string; fields: object },
): ShownTax => {
  if (!answer.ok) throw new Error(`${answer.code} ${JSON.stringify(answer.fields)}`)
  return answer.data.tax
}

describe('the API by which admins manage taxes', () => {
  test('adds, changes and deletes a tax before its first day, and records each step in the audit log (R50.4)', async () => {
    const admin = await app.signIn({ admin: true })
    const made = taxOf(await admin.call(createTax, { body: { tax: NEW } }))
    expect(made).toMatchObject({ ...NEW, validUntil: null, begun: false, over: false, version: 1 })
    const { id } = made
    const changed = { ...NEW, rate: 825, name: 'Bed tax', validUntil: '2027-12-31' }
    const edit = (tax: typeof changed, version = 1) => admin.call(updateTax, { body: { id, version, tax } })
    expect(taxOf(await edit(changed))).toMatchObject({ ...changed, version: 2 })
    expect(await edit({ ...changed, rate: 900 })).toMatchObject({ ok: false, code: 'stale', status: 409 })
    // The same values again are no change, even with an old version.
    expect(taxOf(await edit(changed))).toMatchObject({ ...changed, version: 2 })
    expect(await admin.call(listTaxes)).toMatchObject({ ok: true, data: [{ id, ...changed }] })
    expect(await admin.call(deleteTax, { query: { id } })).toMatchObject({ ok: true })
    expect(await admin.call(deleteTax, { query: { id } })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await edit(changed, 2)).toMatchObject({ ok: false, code: 'not_found', status: 404 })
    const steps = await auditOf(app, 'tax', id)
    expect(steps.map(({ action, fields }) => [action, fields])).toEqual([
      ['tax.created', []],
      ['tax.updated', ['name', 'rate', 'validUntil']],
      ['tax.deleted', []],
    ])
  })

  test('lets an admin only end a tax from its first ranch day on, and says so (R50.4)', async () => {
    const other = await buildTestApp({ now: NOW })
    // Signs in each time, because a session does not last a night.
    const admin = () => other.signIn({ admin: true })
    const { id } = taxOf(await (await admin()).call(createTax, { body: { tax: NEW } }))
    // 11:59 PM at the ranch, and then midnight.
    other.clock.set(new Date('2027-05-07T05:59:00Z'))
    const edit = async (changes: Partial<typeof NEW & { validUntil: string }>) =>
      (await admin()).call(updateTax, { body: { id, tax: { ...NEW, ...changes } } })
    expect(taxOf(await edit({ rate: 550 })).begun).toBe(false)
    other.clock.set(new Date('2027-05-07T06:00:00Z'))
    const refused = await edit({ rate: 600 })
    expect(refused).toMatchObject({ ok: false, code: 'tax_begun', status: 409 })
    expect(refused.ok ? '' : refused.message).toContain('You can only end it: choose its last day.')
    expect(await edit({ rate: 550, validFrom: '2027-06-01' })).toMatchObject({ code: 'tax_begun' })
    const gone = await (await admin()).call(deleteTax, { query: { id } })
    expect(gone).toMatchObject({ ok: false, code: 'tax_begun', status: 409 })
    expect(gone.ok ? '' : gone.message).toContain('it cannot be deleted. You can only end it')
    expect(await edit({ rate: 550, validUntil: '2027-05-06' })).toMatchObject({ code: 'invalid' })
    expect(taxOf(await edit({ rate: 550, validUntil: '2027-05-07' }))).toMatchObject({
      rate: 550,
      validUntil: '2027-05-07',
      begun: true,
    })
    other.clock.set(new Date('2027-05-08T06:00:00Z'))
    expect(await edit({ rate: 550 })).toMatchObject({ ok: false, code: 'tax_over', status: 409 })
    expect(await (await admin()).call(listTaxes)).toMatchObject({ data: [{ begun: true, over: true }] })
    await other.close()
  })

  test.each<[Partial<typeof NEW & { validUntil: string }>, string]>([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ rate: 0 }, 'rate'],
    [{ rate: 5_001 }, 'rate'],
    [{ rate: 8.25 }, 'rate'],
    [{ validFrom: '2027-02-30' }, 'validFrom'],
    // A tax that begins today or earlier would be missing in the books of stays that have begun.
    [{ validFrom: '2027-05-06' }, 'validFrom'],
    [{ validUntil: '2027-05-06' }, 'validUntil'],
    [{ appliesTo: 'meals' as 'lodging' }, 'appliesTo'],
  ])('refuses a tax with %o and names the field', async (changes, field) => {
    const admin = await app.signIn({ admin: true })
    const refused = await admin.call(createTax, { body: { tax: { ...NEW, ...changes } } })
    expect(refused).toMatchObject({ ok: false, code: 'invalid', fields: { [field]: expect.any(String) } })
  })

  test('shows and changes taxes only for admins', async () => {
    const guest = await app.signIn({ admin: false })
    expect(await guest.call(listTaxes)).toMatchObject({ ok: false, status: 403 })
    expect(await guest.call(createTax, { body: { tax: NEW } })).toMatchObject({ ok: false, status: 403 })
    expect(await app.browser().call(deleteTax, { query: { id: 1 } })).toMatchObject({ status: 401 })
  })
})
