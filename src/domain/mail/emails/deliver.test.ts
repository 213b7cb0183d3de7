import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { START, openMailRoom } from '#test/support/mail/mail-room.ts'
import { createSmtpTransport, type MailTransport } from './transport.ts'

const room = await openMailRoom()

describe('when it sends a confirmation e-mail, the site', () => {
  it('delivers the e-mail by SMTP with HTML, text and a calendar file, and marks it as sent', async () => {
    const guest = await room.addGuest()
    await room.queue(guest)
    expect(await room.run()).toBe(1)

    expect(room.server.accepted.map(({ to }) => to)).toEqual([['ada@guests.example']])
    const [mail] = await room.parsed()
    expect(mail?.from).toEqual({ name: 'Twelve Mile Ranch', address: 'howdy@twelvemile.example' })
    expect(mail?.to).toEqual([{ name: 'Ada Lovelace', address: 'ada@guests.example' }])
    expect(mail?.subject).toBe('You’re in: Leather and Light')
    expect(mail?.text).toContain('Howdy Ada,')
    expect(mail?.text).toContain('Deposit, paid on Sat, Nov 21, 2026: $450.00')
    expect(mail?.text).toContain('Remainder, due by Wed, Jan 20, 2027: $450.00')
    expect(mail?.text).toContain(`https://ranch.example/complete-reservation/${guest.uuid}`)
    expect(mail?.text).toContain(`https://ranch.example/directions?attendee=${guest.attendeeToken}`)
    expect(mail?.html).toContain(`https://ranch.example/complete-reservation/${guest.uuid}`)
    const [calendar] = mail?.attachments ?? []
    expect(calendar).toMatchObject({ filename: 'leather-and-light.ics', mimeType: 'text/calendar' })
    const file = Buffer.from((calendar?.content ?? '') as ArrayBuffer).toString()
    expect(file).toContain(`UID:event-${room.eventId}@twelvemile.example\n`)
    expect(file).not.toContain(guest.uuid)
    // The calendar format requires CR LF, but the parser in this test changes line ends. So the test checks the bytes
    // that were sent.
    const opening = Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n').toString('base64').slice(0, 40)
    expect(room.server.accepted[0]?.raw).toContain(opening)

    const email = await room.emailOf(guest)
    expect(email).toMatchObject({ status: 'sent', subject: 'You’re in: Leather and Light', failure: null })
    expect(email.sentAt).toEqual(START)
    expect(mail?.messageId).toBe(email.messageId)
  })

  it('shows what a cancellation refunds by date, in the HTML and in the plain text (R51.3)', async () => {
    await room.queue(await room.addGuest())
    await room.run()
    const [mail] = await room.parsed()
    for (const words of [
      'Until Nov 21, 2026: About $436.65. Full refund, minus card fees\n',
      'Nov 22, 2026 – Jan 20, 2027: About $324.15. 75% refund, minus card fees\n',
      'From Jan 21, 2027: Nothing. Unless someone takes your spot: then up to 90% of what they pay for it, at most $405.00\n',
      'Amounts are for the $450.00 you have paid. Card fees are what the card company keeps: about $13.35.',
    ])
      expect(mail?.text).toContain(words)
    for (const words of ['Until Nov 21, 2026', 'About $436.65', 'at most $405.00'])
      expect(mail?.html).toContain(words)
  })

  it('delivers the e-mail once after the mail server refused it temporarily, with the original Message-ID', async () => {
    const guest = await room.addGuest()
    await room.queue(guest)
    const before = await room.emailOf(guest)
    room.server.refusals.push({ code: 450, text: '4.2.1 <ada@guests.example> is busy' })

    await room.run()
    expect(room.server.accepted).toHaveLength(0)
    expect(await room.emailOf(guest)).toMatchObject({ status: 'queued', sentAt: null })
    expect((await room.emailOf(guest)).failure).toMatch(/450/)

    room.clock.advance({ minutes: 1 })
    await room.run()
    room.clock.advance({ minutes: 60 })
    await room.run()
    const mails = await room.parsed()
    expect(mails.map(({ messageId }) => messageId)).toEqual([before.messageId])
    expect(await room.emailOf(guest)).toMatchObject({ status: 'sent', failure: null })
  })

  it("fails immediately after a permanent refusal, and stores the reason without the guest's address", async () => {
    const guest = await room.addGuest()
    await room.queue(guest)
    room.server.refusals.push({ code: 550, text: '5.1.1 <ada@guests.example>: no such user Ada' })
    await room.run()
    room.clock.advance({ minutes: 60 })
    await room.run()

    expect(room.server.accepted).toHaveLength(0)
    const email = await room.emailOf(guest)
    expect(email).toMatchObject({ status: 'failed', sentAt: null })
    expect(email.failure).toContain('550')
    const [job] = await room.db
      .select()
      .from(outbox)
      .where(eq(outbox.dedupeKey, `email:${email.id}`))
    expect(job?.deadAt).not.toBeNull()
    expect(`${email.failure} ${job?.lastError} ${JSON.stringify(job?.payload)}`).not.toMatch(/ada|guests/i)
  })

  it.each([
    ['450 4.2.1', 'the mail server asked to try again later'],
    ['552 5.2.2', 'the mailbox is full'],
    ['550 5.1.1', 'there is no such address'],
    ['550 5.7.1', 'the mail server refused the address'],
  ])('stores a readable reason if the mail server refuses with %s', async (codes, words) => {
    const guest = await room.addGuest()
    await room.queue(guest)
    room.server.refusals.push({
      code: Number(codes.slice(0, 3)),
      text: `${codes.slice(4)} <ada@guests.example>`,
    })
    await room.run()
    expect((await room.emailOf(guest)).failure).toBe(`${words} (${codes})`)
    room.clock.advance({ minutes: 1 })
    await room.run()
  })

  it('retries while the mail server is down for an hour, and gives up after three days', async () => {
    const guest = await room.addGuest()
    await room.queue(guest)
    const { url } = room.server
    await room.server.close()
    const down = () => room.run(createSmtpTransport({ url, now: room.clock.now }))
    for (let minutes = 0; minutes < 60; minutes += 4) {
      expect(await down()).toBe(1)
      room.clock.advance({ minutes: 4 })
    }
    expect(await room.emailOf(guest)).toMatchObject({ status: 'queued' })
    expect((await room.emailOf(guest)).failure).toContain('ECONNREFUSED')
    room.clock.advance({ minutes: 72 * 60 })
    await down()
    expect(await room.emailOf(guest)).toMatchObject({ status: 'failed' })
  })

  it('tries no other e-mails for a short time after the mail server did not answer', async () => {
    const { url } = room.server
    await room.server.close()
    const transport = createSmtpTransport({ url, now: room.clock.now })
    const mail = { from: 'a@ranch.example', to: 'b@guests.example', raw: Buffer.from('Subject: x\r\n\r\nx') }
    const first = await transport.send(mail)
    const second = await transport.send(mail)
    expect([first, second].map(({ outcome }) => outcome)).toEqual(['unavailable', 'unavailable'])
    expect(second).toMatchObject({ reason: 'the mail server did not answer a moment ago' })
    room.clock.advance({ minutes: 1 })
    expect(await transport.send(mail)).toMatchObject({ reason: expect.stringContaining('ECONNREFUSED') })
  })

  it('delivers the e-mail again with the same Message-ID if the process dies before it marks the e-mail as sent', async () => {
    const guest = await room.addGuest()
    await room.queue(guest)
    const smtp = createSmtpTransport({ url: room.server.url, now: room.clock.now })
    const killed: MailTransport = {
      async send(mail) {
        await smtp.send(mail)
        throw new Error('killed')
      },
    }
    await room.run(killed)
    expect((await room.emailOf(guest)).status).toBe('queued')
    room.clock.advance({ minutes: 5 })
    await room.run()

    const { messageId, status } = await room.emailOf(guest)
    expect(status).toBe('sent')
    expect((await room.parsed()).map((mail) => mail.messageId)).toEqual([messageId, messageId])
  })

  it('stores no text of the e-mail if the guest is purged while it is being sent', async () => {
    const guest = await room.addGuest()
    await room.queue(guest)
    await room.run({
      async send() {
        const purge = { purgedAt: START, customerName: null, email: null, emailHash: null }
        await room.db.update(reservations).set(purge).where(eq(reservations.id, guest.id))
        return { outcome: 'accepted' }
      },
    })
    expect(await room.emailOf(guest)).toMatchObject({ status: 'sent', content: null })
  })

  it('creates one row and one job for the e-mail, even if it is enqueued several times for the same reason', async () => {
    const guest = await room.addGuest()
    await Promise.all([room.queue(guest), room.queue(guest)])
    await room.queue(guest)
    expect(await room.emailsOf(guest)).toHaveLength(1)
    await room.run()
    await room.queue(guest)
    await room.run()
    expect(room.server.accepted).toHaveLength(1)
  })

  it('enqueues no e-mail when the transaction is rolled back (R9.1)', async () => {
    const guest = await room.addGuest()
    const undone = room.db.transaction(async (tx) => {
      await enqueueEmail(tx, {
        type: 'invoice-success',
        reservationId: guest.id,
        key: `undone:${guest.id}`,
        now: room.clock.now(),
      })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await room.run()).toBe(0)
    expect(await room.emailsOf(guest)).toEqual([])
  })
})

describe('a name or address that tries to change the e-mail', () => {
  it("adds no header and no recipient if a guest's name contains line breaks", async () => {
    const guest = await room.addGuest({
      customerName:
        'Ada\r\nBcc: evil@elsewhere.example\r\nX-Evil: 1\r\n\r\n<h1>Hi</h1>, evil@elsewhere.example',
    })
    await room.queue(guest)
    await room.run()
    expect(room.server.accepted.map(({ to }) => to)).toEqual([['ada@guests.example']])
    const [mail] = await room.parsed()
    const headers = mail?.headers.map(({ key }) => key)
    expect(headers).toContain('to')
    expect(headers).not.toContain('bcc')
    expect(headers).not.toContain('x-evil')
    expect(mail?.to).toHaveLength(1)
    expect(mail?.to?.[0]?.address).toBe('ada@guests.example')
    expect(mail?.html).not.toContain('<h1>Hi')
  })

  it.each([
    'ada@guests.example, evil@elsewhere.example',
    'ada@guests.example>\r\nRCPT TO:<evil@x.example',
    'ada',
  ])('gets no e-mail if it is the invalid address %j', async (email) => {
    const guest = await room.addGuest({ email })
    await room.queue(guest)
    await room.run()
    expect(room.server.accepted).toEqual([])
    expect(await room.emailOf(guest)).toMatchObject({
      status: 'failed',
      failure: 'the address cannot be used',
    })
  })
})
