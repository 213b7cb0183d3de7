import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { sendWelcome } from './contract.ts'
import { NOW, type Stay, openMailDesk } from '#test/support/mail/mail-desk.ts'

const desk = await openMailDesk()

async function welcomed(stay: Stay): Promise<number> {
  const asked = await desk.admin.browser.call(sendWelcome, { body: { reservationId: stay.id } })
  if (!asked.ok) throw new Error(asked.code)
  return asked.data.mailId
}

describe('an e-mail that was sent', () => {
  it("is shown as the guest got it, even if the guest's data has changed since (R9.7)", async () => {
    const stay = await desk.stay()
    const id = await welcomed(stay)
    await desk.app.runJobs()
    await desk.admin.change({ id: stay.id, customerName: 'Grace Hopper', email: 'grace@example.test' })
    const [got] = await desk.received(stay)
    const found = await desk.look(id)
    if (!found.ok) throw new Error(found.code)
    const { mail, ...row } = found.data
    expect(row).toEqual({
      id,
      emailType: 'welcome-info',
      status: 'sent',
      sentAt: NOW.toISOString(),
      failure: null,
    })
    expect(mail).toMatchObject({ to: stay.email, subject: got?.subject })
    expect(mail?.text).toContain('Howdy Ada,')
    expect(mail?.text.trim()).toBe(got?.text?.trim())
    expect(mail?.html.trim()).toBe(got?.html?.trim())
  })

  it('is stored encrypted, and its text cannot be opened from the row of another e-mail (R9.7)', async () => {
    const stay = await desk.stay()
    const ids = [await welcomed(stay), await welcomed(stay)]
    await desk.app.runJobs()
    const [first, second] = await desk.rows(stay)
    for (const row of [first, second]) {
      expect(row?.content).toMatch(/^s1\./)
      // The searched words contain a space or a dot. Encrypted text never contains these characters, but may contain
      // any letters by chance.
      expect(JSON.stringify(row)).not.toMatch(/Ada |Howdy |example\.test/)
    }
    // Moves the encrypted text to another e-mail's row, where the site must not be able to open it.
    const moved = { content: first?.content ?? null }
    await desk.app.services.db
      .update(emails)
      .set(moved)
      .where(eq(emails.id, ids[1] ?? 0))
    expect(await desk.look(ids[1] ?? 0)).toMatchObject({ status: 500 })
  })

  it('is shown without text after the purge of its guest, or if no text was stored', async () => {
    const stay = await desk.stay()
    const id = await welcomed(stay)
    await desk.app.runJobs()
    await desk.app.services.db.update(emails).set({ content: null }).where(eq(emails.id, id))
    expect(await desk.look(id)).toMatchObject({ ok: true, data: { status: 'sent', mail: null } })
    const other = await desk.stay()
    const kept = await welcomed(other)
    await desk.app.runJobs()
    await desk.purge(other)
    expect(await desk.look(kept)).toMatchObject({ ok: true, data: { status: 'sent', mail: null } })
  })
})

describe('an e-mail that was not sent', () => {
  it('is shown, while it is queued, as it would be sent now', async () => {
    const stay = await desk.stay()
    const id = await welcomed(stay)
    await desk.admin.change({ id: stay.id, customerName: 'Grace Hopper' })
    const found = await desk.look(id)
    expect(found).toMatchObject({ data: { status: 'queued', sentAt: null, failure: null } })
    expect(found.ok && found.data.mail?.text).toContain('Howdy Grace,')
    await desk.app.runJobs()
  })

  it('is shown with the reason in words if it failed', async () => {
    const stay = await desk.stay()
    const id = await welcomed(stay)
    desk.server.refusals.push({ code: 550, text: `5.1.1 <${stay.email}>: no such user` })
    await desk.app.runJobs()
    const failure = 'there is no such address (550 5.1.1)'
    const found = await desk.look(id)
    expect(found).toMatchObject({ data: { status: 'failed', failure, mail: { to: stay.email } } })
    expect((await desk.admin.look(stay.id)).sentEmails).toMatchObject([{ id, status: 'failed', failure }])
  })

  it('is shown without text once there is no reason to send it, and is no longer found after the site has dropped it', async () => {
    const stay = await desk.stay()
    const id = await welcomed(stay)
    await desk.change(stay, { status: 'cancelled' })
    expect(await desk.look(id)).toMatchObject({ ok: true, data: { status: 'queued', mail: null } })
    await desk.app.runJobs()
    expect(await desk.look(id)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await desk.resend(id)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await desk.look(999_999)).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('stays queued and is retried if an error of the site prevents the site from writing it', async () => {
    const stay = await desk.stay()
    const id = await welcomed(stay)
    const broken = (await desk.admin.look(stay.id)).uuid
    const { sealer } = desk.app.services
    const elsewhere = sealer.seal({ table: 'waitlist', row: broken, column: 'email' }, stay.email)
    const [before] = await desk.app.services.db
      .select({ email: reservations.email })
      .from(reservations)
      .where(eq(reservations.id, stay.id))
    await desk.change(stay, { email: elsewhere })
    await desk.app.runJobs()
    expect(await desk.look(id)).toMatchObject({
      data: { status: 'queued', failure: 'it could not be written', mail: null },
    })
    await desk.change(stay, { email: before?.email ?? null })
    desk.app.clock.advance({ minutes: 5 })
    await desk.app.runJobs()
    expect(await desk.look(id)).toMatchObject({ data: { status: 'sent', failure: null } })
    desk.app.clock.set(NOW)
  })
})
