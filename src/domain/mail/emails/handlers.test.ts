import { eq } from 'drizzle-orm'
import { describe, expect, it, test } from 'vitest'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { auditOf } from '#test/support/audit.ts'
import {
  type AdminType,
  listAllEmails,
  sendInfoReminder,
  sendInitialSignup,
  sendPaymentReminder,
  sendWelcome,
} from './contract.ts'
import { NOW, type Stay, openMailDesk } from '#test/support/mail/mail-desk.ts'

const desk = await openMailDesk()
const attempt = 'a-key-of-the-page-that-asks'

const BUTTONS = [
  ['send-welcome', sendWelcome, 'welcome-info'],
  ['send-info-reminder', sendInfoReminder, 'info-remind'],
  ['send-initial-signup', sendInitialSignup, 'signup-success-simple'],
] as const
type Button = (typeof BUTTONS)[number][1]

const press = async (button: Button, { id }: Pick<Stay, 'id'>, more: object = {}) =>
  desk.admin.browser.call(button, { body: { reservationId: id, ...more } })
const remind = async (invoice: number | { id: number }, more: object = {}) =>
  desk.admin.browser.call(sendPaymentReminder, { body: { invoice, ...more } })

describe.each(BUTTONS)('an admin’s request to the endpoint %s', (_path, button, type) => {
  it('sends the requested e-mail to the guest, and lists it with the reservation', async () => {
    const stay = await desk.stay()
    const asked = await press(button, stay)
    expect(asked).toMatchObject({ ok: true })
    const [row] = await desk.rows(stay)
    expect(asked).toMatchObject({ data: { mailId: row?.id } })
    expect((await desk.admin.look(stay.id)).sentEmails).toMatchObject([
      { id: row?.id, emailType: type, subject: '', status: 'queued', sentAt: null, failure: null },
    ])
    await desk.app.runJobs()
    const [mail, ...others] = await desk.received(stay)
    expect(others).toEqual([])
    expect(mail?.subject).not.toBe('')
    expect((await desk.admin.look(stay.id)).sentEmails).toMatchObject([
      { id: row?.id, subject: mail?.subject, status: 'sent', sentAt: NOW.toISOString(), failure: null },
    ])
  })
})

// The three endpoints that send an e-mail have the same handler, so these tests use one of them.
describe('an admin’s button to send an e-mail', () => {
  const button = sendWelcome
  const type = 'welcome-info'

  it('uses only the reservation’s id, and ignores a name, address or event in the request (R9.6)', async () => {
    const stay = await desk.stay()
    const claims = { name: 'Eve', email: 'eve@elsewhere.example', event: 'Free Gold', hostCell: '900-EVIL' }
    await press(button, stay, claims)
    await desk.app.runJobs()
    const [mail] = await desk.received(stay)
    expect(mail?.to).toEqual([{ name: 'Ada Lovelace', address: stay.email }])
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/Eve|Free Gold|900-EVIL|elsewhere/)
    expect(desk.server.accepted.filter(({ to }) => to.includes(claims.email))).toEqual([])
  })

  it('sends one e-mail for two requests with the same attempt key, and another one for each new key', async () => {
    const stay = await desk.stay()
    const [first, second] = await Promise.all([
      press(button, stay, { attempt }),
      press(button, stay, { attempt }),
    ])
    expect(first).toEqual(second)
    expect(await desk.rows(stay)).toHaveLength(1)
    await press(button, stay)
    await press(button, stay)
    expect(await desk.rows(stay)).toHaveLength(3)
    await desk.app.runJobs()
    expect(await desk.received(stay)).toHaveLength(3)
  })

  it('refuses to enqueue an e-mail that the site would not send', async () => {
    expect(await press(button, { id: 999_999 })).toMatchObject({ status: 404, code: 'not_found' })
    const cancelled = await desk.stay()
    await desk.change(cancelled, { status: 'cancelled' })
    expect(await press(button, cancelled)).toMatchObject({ status: 409, code: 'not_confirmed' })
    const purged = await desk.stay()
    await desk.purge(purged)
    expect(await press(button, purged)).toMatchObject({ status: 410, code: 'purged' })
    const nowhere = await desk.stay()
    const { sealer } = desk.app.services
    const { uuid } = await desk.admin.look(nowhere.id)
    const email = sealer.seal({ table: 'reservations', row: uuid, column: 'email' }, 'a@x.test, b@x.test')
    await desk.change(nowhere, { email })
    expect(await press(button, nowhere)).toMatchObject({
      code: 'cannot_send',
      message: 'Nothing was sent: the address cannot be used.',
    })
    for (const stay of [cancelled, purged, nowhere]) expect(await desk.rows(stay)).toEqual([])
  })

  it('records the request in the audit log once, with the admin but without guest data', async () => {
    const stay = await desk.stay()
    await press(button, stay, { attempt })
    await press(button, stay, { attempt })
    const [row] = await desk.rows(stay)
    const entries = await auditOf(desk.app, 'email', row?.id ?? 0)
    expect(entries).toMatchObject([
      {
        action: 'mail.requested',
        actor: 'admin:the-admin',
        fields: [type],
        reservationId: stay.id,
        eventId: stay.eventId,
        details: null,
      },
    ])
  })
})

describe("an admin's request to send an e-mail", () => {
  it('is refused with the reason if it is a welcome or a reminder of details, and the event has started', async () => {
    const stay = await desk.stay()
    const begun = { startDateDate: '2027-05-01', endDateDate: '2027-05-10' }
    await desk.app.services.db.update(events).set(begun).where(eq(events.id, stay.eventId))
    for (const button of [sendWelcome, sendInfoReminder])
      expect(await press(button, stay)).toMatchObject({
        status: 409,
        code: 'cannot_send',
        message: 'Nothing was sent: the event has begun.',
      })
    expect(await desk.rows(stay)).toEqual([])
  })

  it('is refused with the reason if it is a reminder of missing details, and the guest has given all of them', async () => {
    const stay = await desk.stay()
    const told = {
      phone: '505-555-0101',
      address: '2',
      emergencyContactName: '3',
      emergencyContactPhone: '505-555-0104',
    }
    const care = { foodAllergies: 'None', medicalConditions: 'None', safetyConsent: true }
    await desk.admin.change({ id: stay.id, ...told, ...care })
    expect(await press(sendInfoReminder, stay)).toMatchObject({
      code: 'cannot_send',
      message: 'Nothing was sent: the final details are complete.',
    })
  })
})

describe('the endpoint by which an admin sends a payment reminder', () => {
  it('reminds the guest of one invoice, and records with that invoice when the e-mail was sent', async () => {
    const stay = await desk.stay()
    const invoiceOf = async () =>
      (await desk.admin.look(stay.id)).invoices.find(({ id }) => id === stay.invoiceId)
    expect(await remind(stay.invoiceId)).toMatchObject({ ok: true })
    expect(await invoiceOf()).toMatchObject({ sent: false, dateSent: null })
    await desk.app.runJobs()
    expect(await invoiceOf()).toMatchObject({ sent: true, dateSent: NOW.toISOString() })
    const [mail] = await desk.received(stay)
    expect(mail?.text).toContain('$450.00')
    const others = (await desk.admin.look(stay.id)).invoices.filter(({ id }) => id !== stay.invoiceId)
    expect(others).toMatchObject([{ sent: false, dateSent: null }])
  })

  it('accepts an invoice object, and ignores all its fields but the id', async () => {
    const stay = await desk.stay()
    const invoice = { id: stay.invoiceId, amount: 1, reservationId: 999_999 }
    const extra = { reservation: { email: 'eve@elsewhere.example' }, eventName: 'Free Gold', attempt }
    expect(await remind(invoice, extra)).toMatchObject({ ok: true })
    expect(await remind(stay.invoiceId, { attempt })).toMatchObject({ ok: true })
    await desk.app.runJobs()
    const [mail, ...others] = await desk.received(stay)
    expect(others).toEqual([])
    expect(mail?.text).toContain('$450.00')
    expect(mail?.text).not.toContain('Free Gold')
  })

  it('refuses a reminder of an invoice that is paid or unknown (R9.6)', async () => {
    const stay = await desk.stay()
    await desk.pay(stay)
    expect(await remind(stay.invoiceId)).toMatchObject({ status: 409, code: 'already_paid' })
    expect(await remind(999_999)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await desk.rows(stay)).toEqual([])
  })

  it('records no reminder if the invoice is paid before the e-mail is sent', async () => {
    const stay = await desk.stay()
    await remind(stay.invoiceId)
    await desk.pay(stay)
    await desk.app.runJobs()
    expect(await desk.received(stay)).toEqual([])
    expect((await desk.admin.look(stay.id)).sentEmails).toEqual([])
    expect((await desk.admin.look(stay.id)).invoices.every(({ sent }) => !sent)).toBe(true)
  })
})

describe('the preview of an e-mail', () => {
  const TYPES: AdminType[] = ['welcome-info', 'info-remind', 'signup-success-simple', 'invoice-remind']

  test.each(TYPES)('shows %s exactly as the site sends it later, without sending it', async (type) => {
    const stay = await desk.stay()
    const found = await desk.preview({ type, reservationId: stay.id, invoiceId: stay.invoiceId })
    if (!found.ok) throw new Error(found.code)
    expect(found.data.to).toBe(stay.email)
    expect(await desk.rows(stay)).toEqual([])
    const button = BUTTONS.find(([, , its]) => its === type)?.[1]
    await (button ? press(button, stay) : remind(stay.invoiceId))
    await desk.app.runJobs()
    const [mail] = await desk.received(stay)
    expect(mail?.subject).toBe(found.data.subject)
    expect(mail?.text?.trim()).toBe(found.data.text.trim())
    expect(mail?.html?.trim()).toBe(found.data.html.trim())
  })

  it('says why an e-mail cannot be previewed', async () => {
    const stay = await desk.stay()
    const other = await desk.stay()
    const reservationId = stay.id
    const type = 'invoice-remind'
    expect(await desk.preview({ type, reservationId })).toMatchObject({ code: 'invalid' })
    expect(await desk.preview({ type, reservationId, invoiceId: other.invoiceId })).toMatchObject({
      code: 'not_found',
      message: 'This invoice no longer exists.',
    })
    await desk.pay(stay)
    expect(await desk.preview({ type, reservationId, invoiceId: stay.invoiceId })).toMatchObject({
      code: 'already_paid',
    })
    await desk.purge(stay)
    expect(await desk.preview({ type: 'welcome-info', reservationId })).toMatchObject({ code: 'purged' })
  })
})

const list = async (query: InputOf<typeof listAllEmails>['query'] = {}) => {
  const found = await desk.admin.browser.call(listAllEmails, { query })
  if (!found.ok) throw new Error(found.code)
  return found.data
}

const dayAfter = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
const datesOf = (listed: { sentAt: string | null }[]) => listed.map(({ sentAt }) => sentAt)

describe('the admin page of all e-mails', () => {
  it('lists e-mails newest first, with recipient and failure, and filters them by type and status (R34.8)', async () => {
    const stay = await desk.stay()
    await press(sendWelcome, stay)
    await desk.app.runJobs()
    await press(sendInfoReminder, stay)
    desk.server.refusals.push({ code: 550, text: '5.1.1 no such user' })
    await desk.app.runJobs()
    const before = await list()
    await press(sendInitialSignup, stay)
    const now = await list()
    expect(now).toMatchObject({ waiting: before.waiting + 1, failed: before.failed })
    const about = { reservationId: stay.id, name: 'Ada Lovelace' }
    expect(now.emails.slice(0, 3)).toMatchObject([
      { type: 'signup-success-simple', status: 'queued', subject: null, sentAt: null, ...about },
      { type: 'info-remind', status: 'failed', failure: expect.stringContaining('5.1.1'), ...about },
      { type: 'welcome-info', status: 'sent', sentAt: NOW.toISOString(), failure: null, ...about },
    ])
    expect((await list({ state: 'failed' })).emails.map(({ status }) => status)).toEqual(['failed'])
    const welcomes = (await list({ type: 'welcome-info', state: 'sent' })).emails
    expect(welcomes[0]).toMatchObject(about)
    expect(new Set(welcomes.map(({ type }) => type))).toEqual(new Set(['welcome-info']))
    const id = now.emails[1]?.id ?? 0
    expect(await desk.resend(id)).toMatchObject({ ok: true, data: { mailId: id } })
    await desk.app.runJobs()
    expect(await list({ state: 'failed' })).toMatchObject({ emails: [], waiting: 0, failed: 0 })
  })

  it('lists only the e-mails to the guests of one event', async () => {
    const [here, elsewhere] = [await desk.stay(), await desk.stay()]
    for (const stay of [here, elsewhere]) await press(sendWelcome, stay)
    await desk.app.runJobs()
    const { eventId } = here
    const listed = (await list({ eventId })).emails.map(({ reservationId }) => reservationId)
    expect(new Set(listed)).toEqual(new Set([here.id]))
    expect((await list({ eventId: eventId + 1_000_000 })).emails).toEqual([])
  })

  it('lists e-mails by the date on which they were sent, and unsent ones by the date on which they were enqueued', async () => {
    const stay = await desk.stay()
    // The first e-mail waited for a night, so the second one overtook it.
    const rows = [
      { sentAt: dayAfter(3), createdAt: dayAfter(0) },
      { sentAt: dayAfter(1), createdAt: dayAfter(1) },
      { sentAt: null, createdAt: dayAfter(2) },
    ].map((dates, nth) => ({
      emailType: 'new-link' as const,
      reservationId: stay.id,
      dedupeKey: `dated:${nth}`,
      messageId: `<dated-${nth}@twelvemile.example>`,
      status: dates.sentAt ? ('sent' as const) : ('failed' as const),
      ...dates,
    }))
    await desk.app.services.db.insert(emails).values(rows)
    const inOrder = [dayAfter(3).toISOString(), null, dayAfter(1).toISOString()]
    const [newest, ...older] = (await list({ type: 'new-link' })).emails
    expect(datesOf([newest!, ...older])).toEqual(inOrder)
    expect(datesOf((await list({ type: 'new-link', cursor: newest!.id })).emails)).toEqual(inOrder.slice(1))
  })

  it('lists 50 e-mails at a time, and no e-mail twice (R34.8)', async () => {
    const stay = await desk.stay()
    const rows = Array.from({ length: 60 }, (_, nth) => ({
      emailType: 'lost-link' as const,
      reservationId: stay.id,
      dedupeKey: `paged:${nth}`,
      messageId: `<paged-${nth}@twelvemile.example>`,
      status: 'sent' as const,
      sentAt: NOW,
    }))
    await desk.app.services.db.insert(emails).values(rows)
    const first = await list({ type: 'lost-link' })
    const second = await list({ type: 'lost-link', cursor: first.nextCursor ?? 0 })
    expect([first.emails.length, second.emails.length, second.nextCursor]).toEqual([50, 10, null])
    const ids = [...first.emails, ...second.emails].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
  })
})
