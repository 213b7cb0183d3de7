import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { outbox } from '../../platform/database/schema/jobs.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { queueEmail } from './store.ts'
import { START, useMailBench } from '../../testing/mail-bench.ts'
import { createSmtpTransport, type MailTransport } from './transport.ts'

const bench = useMailBench(openTestDatabase)

describe('a confirmation', () => {
  it('reaches the guest over SMTP: both parts, calendar, envelope, and is marked sent', async () => {
    const guest = await bench.addGuest()
    await bench.queue(guest)
    expect(await bench.run()).toBe(1)

    expect(bench.server.accepted.map(({ to }) => to)).toEqual([['ada@guests.example']])
    const [mail] = await bench.parsed()
    expect(mail?.from).toEqual({ name: 'Twelve Mile Ranch', address: 'howdy@twelvemile.example' })
    expect(mail?.to).toEqual([{ name: 'Ada Lovelace', address: 'ada@guests.example' }])
    expect(mail?.subject).toBe("You're in: Leather and Light")
    expect(mail?.text).toContain('Howdy Ada,')
    expect(mail?.text).toContain('Paid on Sat, Nov 21, 2026: $450.00')
    expect(mail?.text).toContain('Due by Wed, Jan 20, 2027: $450.00')
    expect(mail?.text).toContain(`https://ranch.example/complete-reservation/${guest.uuid}`)
    expect(mail?.text).toContain(`https://ranch.example/directions?attendee=${guest.attendeeToken}`)
    expect(mail?.html).toContain(`https://ranch.example/complete-reservation/${guest.uuid}`)
    const [calendar] = mail?.attachments ?? []
    expect(calendar).toMatchObject({ filename: 'leather-and-light.ics', mimeType: 'text/calendar' })
    const file = Buffer.from((calendar?.content ?? '') as ArrayBuffer).toString()
    expect(file).toContain(`UID:event-${bench.eventId}@twelvemile.example\n`)
    expect(file).not.toContain(guest.uuid)
    // The parser normalizes line ends; the bytes that were sent have the format's own.
    const opening = Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n').toString('base64').slice(0, 40)
    expect(bench.server.accepted[0]?.raw).toContain(opening)

    const email = await bench.emailOf(guest)
    expect(email).toMatchObject({ status: 'sent', subject: "You're in: Leather and Light", failure: null })
    expect(email.sentAt).toEqual(START)
    expect(mail?.messageId).toBe(email.messageId)
  })

  it('after a refusal for now is sent once, with the Message-ID it was promised with', async () => {
    const guest = await bench.addGuest()
    await bench.queue(guest)
    const before = await bench.emailOf(guest)
    bench.server.refusals.push({ code: 450, text: '4.2.1 <ada@guests.example> is busy' })

    await bench.run()
    expect(bench.server.accepted).toHaveLength(0)
    expect(await bench.emailOf(guest)).toMatchObject({ status: 'queued', sentAt: null })
    expect((await bench.emailOf(guest)).failure).toMatch(/450/)

    bench.later(1)
    await bench.run()
    bench.later(60)
    await bench.run()
    const mails = await bench.parsed()
    expect(mails.map(({ messageId }) => messageId)).toEqual([before.messageId])
    expect(await bench.emailOf(guest)).toMatchObject({ status: 'sent', failure: null })
  })

  it('refused for good is failed at once, visibly, without the address in the reason', async () => {
    const guest = await bench.addGuest()
    await bench.queue(guest)
    bench.server.refusals.push({ code: 550, text: '5.1.1 <ada@guests.example>: no such user Ada' })
    await bench.run()
    bench.later(60)
    await bench.run()

    expect(bench.server.accepted).toHaveLength(0)
    const email = await bench.emailOf(guest)
    expect(email).toMatchObject({ status: 'failed', sentAt: null })
    expect(email.failure).toContain('550')
    const [job] = await bench.db
      .select()
      .from(outbox)
      .where(eq(outbox.dedupeKey, `email:${email.id}`))
    expect(job?.deadAt).not.toBeNull()
    expect(`${email.failure} ${job?.lastError} ${JSON.stringify(job?.payload)}`).not.toMatch(/ada|guests/i)
  })

  it('waits out a mail server that is down for an hour, and gives up after three days', async () => {
    const guest = await bench.addGuest()
    await bench.queue(guest)
    const { url } = bench.server
    await bench.server.close()
    const down = () => bench.run(createSmtpTransport({ url, now: bench.now }))
    for (let minutes = 0; minutes < 60; minutes += 4) {
      expect(await down()).toBe(1)
      bench.later(4)
    }
    expect(await bench.emailOf(guest)).toMatchObject({ status: 'queued' })
    expect((await bench.emailOf(guest)).failure).toContain('ECONNREFUSED')
    bench.later(72 * 60)
    await down()
    expect(await bench.emailOf(guest)).toMatchObject({ status: 'failed' })
  })

  it('does not let each waiting mail find out by itself that the server is silent', async () => {
    const { url } = bench.server
    await bench.server.close()
    const transport = createSmtpTransport({ url, now: bench.now })
    const mail = { from: 'a@ranch.example', to: 'b@guests.example', raw: Buffer.from('Subject: x\r\n\r\nx') }
    const first = await transport.send(mail)
    const second = await transport.send(mail)
    expect([first, second].map(({ outcome }) => outcome)).toEqual(['unavailable', 'unavailable'])
    expect(second).toMatchObject({ reason: 'the mail server did not answer a moment ago' })
    bench.later(1)
    expect(await transport.send(mail)).toMatchObject({ reason: expect.stringContaining('ECONNREFUSED') })
  })

  it('repeats with the same Message-ID after a crash between the server’s word and our mark', async () => {
    const guest = await bench.addGuest()
    await bench.queue(guest)
    const smtp = createSmtpTransport({ url: bench.server.url, now: bench.now })
    const killed: MailTransport = {
      async send(mail) {
        await smtp.send(mail)
        throw new Error('killed')
      },
    }
    await bench.run(killed)
    expect((await bench.emailOf(guest)).status).toBe('queued')
    bench.later(5)
    await bench.run()

    const { messageId, status } = await bench.emailOf(guest)
    expect(status).toBe('sent')
    expect((await bench.parsed()).map((mail) => mail.messageId)).toEqual([messageId, messageId])
  })

  it('is one row and one job for one cause, however often it is promised', async () => {
    const guest = await bench.addGuest()
    await Promise.all([bench.queue(guest), bench.queue(guest)])
    await bench.queue(guest)
    expect(await bench.emailsOf(guest)).toHaveLength(1)
    await bench.run()
    await bench.queue(guest)
    await bench.run()
    expect(bench.server.accepted).toHaveLength(1)
  })

  it('is not promised when its transaction is undone', async () => {
    const guest = await bench.addGuest()
    const undone = bench.db.transaction(async (tx) => {
      await queueEmail(tx, {
        type: 'invoice-success',
        reservationId: guest.id,
        key: `undone:${guest.id}`,
        now: bench.now(),
      })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await bench.run()).toBe(0)
    expect(await bench.emailsOf(guest)).toEqual([])
  })
})

describe('hostile texts', () => {
  it('a name with line breaks adds no header and no recipient', async () => {
    const guest = await bench.addGuest({
      customerName:
        'Ada\r\nBcc: evil@elsewhere.example\r\nX-Evil: 1\r\n\r\n<h1>Hi</h1>, evil@elsewhere.example',
    })
    await bench.queue(guest)
    await bench.run()
    expect(bench.server.accepted.map(({ to }) => to)).toEqual([['ada@guests.example']])
    const [mail] = await bench.parsed()
    expect(mail?.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']))
    expect(mail?.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']))
    expect(mail?.to).toHaveLength(1)
    expect(mail?.to?.[0]?.address).toBe('ada@guests.example')
    expect(mail?.html).not.toContain('<h1>Hi')
  })

  it.each([
    'ada@guests.example, evil@elsewhere.example',
    'ada@guests.example>\r\nRCPT TO:<evil@x.example',
    'ada',
  ])('the address %j is not used', async (email) => {
    const guest = await bench.addGuest({ email })
    await bench.queue(guest)
    await bench.run()
    expect(bench.server.accepted).toEqual([])
    expect(await bench.emailOf(guest)).toMatchObject({
      status: 'failed',
      failure: 'the address cannot be used',
    })
  })
})
