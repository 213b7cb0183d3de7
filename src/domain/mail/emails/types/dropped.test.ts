import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import { START, openMailRoom, type MailGuest } from '#test/support/mail/mail-room.ts'

const room = await openMailRoom()

const PURGE = { purgedAt: START, customerName: null, email: null, emailHash: null }

async function sentAfter(change: (guest: MailGuest) => Promise<unknown>, guest: MailGuest) {
  await room.queue(guest)
  await change(guest)
  await room.run()
  expect(room.server.accepted).toEqual([])
  return room.emailOf(guest)
}

describe('a queued e-mail that there is no reason to send anymore (R9.1)', () => {
  it('is dropped if it is a confirmation and the stay was canceled', async () => {
    const email = await sentAfter(
      ({ id }) => room.db.update(reservations).set({ status: 'cancelled' }).where(eq(reservations.id, id)),
      await room.addGuest(),
    )
    expect(email).toMatchObject({ status: 'dropped', failure: 'not_confirmed', subject: null })
  })

  it('is dropped if it is a confirmation and the guest was purged', async () => {
    const email = await sentAfter(
      ({ id }) => room.db.update(reservations).set(PURGE).where(eq(reservations.id, id)),
      await room.addGuest(),
    )
    expect(email).toMatchObject({ status: 'dropped', failure: 'purged' })
  })

  it('is dropped if it is a confirmation without a payment, or if the payment was refunded', async () => {
    const repaid = await sentAfter(
      ({ paymentId }) =>
        room.db.insert(refunds).values({ paymentId, key: `r:${paymentId}`, amount: 45_000, reason: 'late' }),
      await room.addGuest(),
    )
    expect(repaid).toMatchObject({ status: 'dropped', failure: 'paid_back' })
    const unpaid = await sentAfter(async () => {}, await room.addGuest({ paid: false }))
    expect(unpaid).toMatchObject({ status: 'dropped', failure: 'not_paid' })
  })

  it('is deleted together with its reservation', async () => {
    const guest = await room.addGuest()
    await room.queue(guest)
    await room.db.update(payments).set({ invoiceId: null }).where(eq(payments.reservationId, guest.id))
    await room.db.delete(reservations).where(eq(reservations.id, guest.id))
    expect(await room.run()).toBe(1)
    expect(room.server.accepted).toEqual([])
    expect(await room.emailsOf(guest)).toEqual([])
  })
})

describe('the e-mails about the refund of a late payment', () => {
  it("go to the guest and to the event's admin", async () => {
    const guest = await room.addGuest({ status: 'refunded' })
    await room.db
      .insert(refunds)
      .values({ paymentId: guest.paymentId, key: `late:${guest.id}`, amount: 45_000, reason: 'late' })
    await room.queue(guest, 'late-refund')
    await room.queue(guest, 'late-refund-admin')
    await room.run()

    const mails = await room.parsed()
    const toGuest = mails.find((mail) => mail.to?.[0]?.address === 'ada@guests.example')
    const toAdmin = mails.find((mail) => mail.to?.[0]?.address === 'hosts@twelvemile.example')
    expect(mails).toHaveLength(2)
    expect(toGuest?.text).toContain('Full refund: $450.00')
    expect(toAdmin?.text).toContain(`Reservation: ${guest.id}`)
    expect(toAdmin?.text).toContain('Guest: Ada Lovelace')
    expect(toAdmin?.subject).not.toContain('Ada')
    expect(toAdmin?.text).not.toContain(guest.uuid)
    expect(toGuest?.attachments).toEqual([])
  })

  it('go only to the admin after the guest was purged, and then without a name', async () => {
    const guest = await room.addGuest({ status: 'refunded' })
    await room.db
      .insert(refunds)
      .values({ paymentId: guest.paymentId, key: `late:${guest.id}`, amount: 45_000, reason: 'late' })
    await room.db.update(reservations).set(PURGE).where(eq(reservations.id, guest.id))
    await room.queue(guest, 'late-refund')
    await room.queue(guest, 'late-refund-admin')
    await room.run()

    const [mail, ...others] = await room.parsed()
    expect(others).toEqual([])
    expect(mail?.to?.[0]?.address).toBe('hosts@twelvemile.example')
    expect(mail?.text).toContain('could not email the guest')
    expect(mail?.text).not.toContain('Guest:')
    const kept = await room.emailsOf(guest)
    expect(kept.map(({ status, content }) => ({ status, content }))).toEqual([
      { status: 'dropped', content: null },
      { status: 'sent', content: null },
    ])
  })

  it('state only the amount of the payment that arrived after the stay was canceled', async () => {
    const guest = await room.addGuest({ status: 'cancelled' })
    const [rest] = await room.db
      .insert(invoices)
      .values({ reservationId: guest.id, purpose: 'other', amount: 30_000 })
      .returning({ id: invoices.id })
    const intentId = `pi_late_${guest.id}`
    await room.db.insert(paymentIntents).values({ id: intentId, amount: 30_000, status: 'succeeded' })
    const [late] = await room.db
      .insert(payments)
      .values({
        invoiceId: rest?.id,
        reservationId: guest.id,
        method: 'card',
        amount: 30_000,
        intentId,
        paidAt: new Date('2026-11-21T05:00:00Z'),
      })
      .returning({ id: payments.id })
    await room.db.insert(refunds).values([
      { paymentId: guest.paymentId, key: `admin:${guest.id}`, amount: 45_000, reason: 'admin' },
      { paymentId: late?.id ?? 0, key: `late:${intentId}`, amount: 30_000, reason: 'late' },
    ])
    await room.queue({ ...guest, invoiceId: rest?.id ?? 0 }, 'late-refund')
    await room.run()
    const [mail] = await room.parsed()
    expect(mail?.text).toContain('Full refund: $300.00')
    expect(mail?.text).toContain('canceled')
  })
})
