import { describe, expect, it } from 'vitest'
import { outbox } from '#platform/database/schema/outbox.ts'
import { getProblems } from '#domain/desk/today/contract.ts'
import { auditOf } from '#test/support/audit.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { resendMail, sendPaymentReminder, sendWelcome } from './contract.ts'
import { NOW, type Stay, openMailDesk } from '#test/support/mail/mail-desk.ts'

const desk = await openMailDesk()
const attempt = 'a-key-of-the-page-that-asks'

async function welcomed(stay: Stay): Promise<number> {
  const asked = await desk.admin.browser.call(sendWelcome, { body: { reservationId: stay.id } })
  if (!asked.ok) throw new Error(asked.code)
  return asked.data.mailId
}

async function failed(stay: Stay): Promise<number> {
  const id = await welcomed(stay)
  desk.server.refusals.push({ code: 550, text: '5.1.1 no such user' })
  await desk.app.runJobs()
  expect(await desk.rows(stay)).toMatchObject([{ status: 'failed' }])
  return id
}

const jobOf = async (id: number) => {
  const found = await desk.app.services.db.select().from(outbox)
  return found.filter(({ kind, payload }) => kind === 'send-email' && payload['emailId'] === id)
}

describe("an admin's request to send a failed e-mail again", () => {
  it("retries the same e-mail with the same Message-ID, at the guest's current address", async () => {
    const stay = await desk.stay()
    const id = await failed(stay)
    expect(await jobOf(id)).toMatchObject([{ deadAt: NOW, attempts: 1 }])
    const [before] = await desk.rows(stay)
    const email = `mended-${stay.id}@example.test`
    await desk.admin.change({ id: stay.id, email })

    expect(await desk.resend(id)).toMatchObject({ ok: true, data: { mailId: id } })
    expect(await jobOf(id)).toMatchObject([{ deadAt: null, lastError: null, attempts: 0 }])
    const link = { emailType: 'new-link' }
    expect(await desk.rows(stay)).toMatchObject([{ status: 'queued', failure: null }, link])
    await desk.app.runJobs()
    const rows = await desk.rows(stay)
    expect(rows).toMatchObject([{ id, status: 'sent', messageId: before?.messageId, failure: null }, link])
    const ids = (await desk.received({ email })).map(({ messageId }) => messageId)
    expect(ids.toSorted()).toEqual(rows.map(({ messageId }) => messageId).toSorted())
    expect(await desk.received(stay)).toEqual([])
  })

  it('is refused, and the e-mail stays failed, when there is no longer a reason for the e-mail', async () => {
    const stay = await desk.stay()
    const id = await failed(stay)
    await desk.change(stay, { status: 'cancelled' })
    expect(await desk.resend(id)).toMatchObject({ status: 409, code: 'not_confirmed' })
    await desk.purge(stay)
    expect(await desk.resend(id)).toMatchObject({ status: 410, code: 'purged' })
    expect(await desk.rows(stay)).toMatchObject([{ id, status: 'failed' }])
  })
})

describe("an admin's request to send a sent e-mail again", () => {
  it('sends a copy as another e-mail, but only one copy for requests with the same attempt key', async () => {
    const stay = await desk.stay()
    const id = await welcomed(stay)
    await desk.app.runJobs()
    const [first, second] = [await desk.resend(id, attempt), await desk.resend(id, attempt)]
    expect(first).toEqual(second)
    const again = first.ok ? first.data.mailId : 0
    expect(again).not.toBe(id)
    await desk.app.runJobs()
    const rows = await desk.rows(stay)
    expect(rows).toMatchObject([
      { id, emailType: 'welcome-info', status: 'sent' },
      { id: again, emailType: 'welcome-info', status: 'sent' },
    ])
    expect(new Set(rows.map(({ messageId }) => messageId)).size).toBe(2)
    expect(await desk.received(stay)).toHaveLength(2)
    expect(await auditOf(desk.app, 'email', again)).toMatchObject([
      { action: 'mail.requested', fields: ['welcome-info'], reservationId: stay.id },
    ])
  })

  it('sends a reminder about the same invoice, unless the invoice is paid by now', async () => {
    const stay = await desk.stay()
    const { browser } = desk.admin
    const asked = await browser.call(sendPaymentReminder, { body: { invoice: stay.invoiceId } })
    const id = asked.ok ? asked.data.mailId : 0
    await desk.app.runJobs()
    await desk.resend(id)
    expect(await desk.rows(stay)).toMatchObject([
      { invoiceId: stay.invoiceId, status: 'sent' },
      { invoiceId: stay.invoiceId, status: 'queued' },
    ])
    await desk.pay(stay)
    expect(await desk.resend(id)).toMatchObject({
      code: 'cannot_send',
      message: 'Nothing was sent: this invoice is already paid.',
    })
  })
})

it('changes nothing when an admin resends an e-mail that is still queued', async () => {
  const stay = await desk.stay()
  const id = await welcomed(stay)
  expect(await desk.resend(id)).toMatchObject({ ok: true, data: { mailId: id } })
  expect(await desk.rows(stay)).toHaveLength(1)
  await desk.app.runJobs()
  expect(await desk.received(stay)).toHaveLength(1)
  expect(await auditOf(desk.app, 'email', id)).toHaveLength(1)
})

// This must be the last test of the file. It moves the clock so far that all sessions expire.
it('retries an old failed e-mail when an admin resends it, and no longer lists its job as failed', async () => {
  const stay = await desk.stay()
  const id = await failed(stay)
  desk.app.clock.advance({ days: 10 })
  const { browser } = await signInAdmin(desk.app)
  expect(await browser.call(resendMail, { body: { id } })).toMatchObject({ ok: true })
  desk.server.refusals.push({ code: 451, text: '4.3.0 busy' })
  await desk.app.runJobs()
  expect(await desk.rows(stay)).toMatchObject([
    { status: 'queued', failure: 'the mail server asked to try again later (451 4.3.0)' },
  ])
  const today = await browser.call(getProblems)
  if (!today.ok) throw new Error(today.code)
  expect(today.data.failures.jobs!.list).toEqual([])
  desk.app.clock.advance({ minutes: 1 })
  await desk.app.runJobs()
  expect(await desk.rows(stay)).toMatchObject([{ id, status: 'sent' }])
})
