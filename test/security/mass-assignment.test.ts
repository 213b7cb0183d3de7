/**
 * Tests mass assignment (ASVS 5): a field that the contract does not declare must have no effect, and must
 * not change the prototype of objects.
 */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DETAILS } from '#test/support/booking/guest.ts'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { declared } from '../support/server/contracts.ts'
import { createAttacker, createSignedIn, type SendAttack } from '../support/security/attacker.ts'
import { NOW, makeNeighbors } from '../support/security/neighbors.ts'

const app = await openTestApp({ now: NOW })
const neighbors = await makeNeighbors(app)
const stranger = await createAttacker(app)
const admin = await createSignedIn(app, await app.signIn({ admin: true }))
const mine = String(neighbors.mine['uuid']?.[0])
const full = (await makeEvent(app.services.db, { spots: 0, showWaitlist: true })).id

const send = (shoot: SendAttack, method: string, path: string, body: object) =>
  shoot({ method, path: `/api/${path}`, body })
const CHOSEN = '11111111-1111-4111-8111-111111111111'
const stay = async (uuid: string) =>
  (await app.services.db.select().from(reservations).where(eq(reservations.uuid, uuid)))[0]

describe('when a guest sends undeclared fields, the site', () => {
  test('ignores fields by which a guest wants to set a waitlist position, status or time', async () => {
    const email = 'eve@waits.example'
    const extra = {
      id: 1,
      state: 'offered',
      confirmedAt: '2000-01-01T00:00:00Z',
      position: 0,
      createdAt: '2000-01-01T00:00:00Z',
      emailHash: 'x',
      offerUntil: null,
    }
    const sent = { waitlistData: { customerName: 'Eve', email, eventId: full, ...extra }, ...extra }
    expect((await send(stranger, 'POST', 'createWaitlist', sent)).status).toBe(200)
    const found = await app.services.db
      .select()
      .from(waitlistEntries)
      .where(eq(waitlistEntries.eventId, full))
    expect(found).toMatchObject([
      {
        state: 'unconfirmed',
        confirmedAt: null,
        emailHash: app.services.sealer.lookup(email),
        createdAt: NOW,
      },
    ])
    expect(found[0]?.id).not.toBe(1)
  })

  test('lets a guest change only the final details, and only their own (R19.1)', async () => {
    const before = await stay(mine)
    const theirs = await stay(neighbors.tokens.stay)
    const { customerName: _name, email: _email, ...details } = DETAILS
    const extra = {
      id: theirs?.id,
      reservationId: theirs?.id,
      status: 'refunded',
      customerName: 'Eve',
      email: 'eve@smuggled.example',
      totalDue: 0,
      notes: 'Upgrade them',
      attendeeToken: CHOSEN,
      purgedAt: null,
      eventId: full,
      consentTermsHash: 'x',
      version: 99,
    }
    const sent = { updateReservationData: { uuid: mine, ...details, nickname: 'Evie', ...extra }, ...extra }
    expect((await send(stranger, 'PUT', 'updateReservation', sent)).status).toBe(200)
    const after = await stay(mine)
    const kept = [
      'id',
      'uuid',
      'status',
      'eventId',
      'price',
      'attendeeToken',
      'purgedAt',
      'emailHash',
      'notes',
    ] as const
    for (const name of kept) expect([name, after?.[name]]).toEqual([name, before?.[name]])
    expect(after?.version).toBe((before?.version ?? 0) + 1)
    expect(await stay(neighbors.tokens.stay)).toEqual(theirs)
  })

  test('ignores fields by which a guest names another recipient of a lost link', async () => {
    const extra = {
      to: 'eve@smuggled.example',
      cc: 'eve@smuggled.example',
      link: 'https://elsewhere.example',
      subject: 'Hi',
    }
    await send(stranger, 'POST', 'lostLink', { email: 'vera@victim.example', ...extra })
    app.clock.advance({ seconds: 20 })
    await app.runJobs()
    const sent = (await app.mailbox?.list()) ?? []
    expect(JSON.stringify(sent)).not.toMatch(/smuggled|elsewhere/)
  })

  test('ignores fields by which a guest wants to set the currency, amount or purpose of a payment', async () => {
    const { id: eventId } = await makeEvent(app.services.db)
    const extra = {
      currency: 'jpy',
      confirm: true,
      payment_method: 'pm_card_visa',
      metadata: { purpose: 'invoice', invoice: '1', site: 'eve' },
      capture_method: 'manual',
      transfer_data: { destination: 'acct_eve' },
      receipt_email: 'eve@smuggled.example',
    }
    const { json } = await send(stranger, 'POST', 'createPaymentIntent', {
      amount: 45_000,
      eventId,
      ...extra,
    })
    const intent = await app.provider.retrieveIntent(String(json?.['paymentIntent']))
    expect(intent).toMatchObject({
      intent: {
        amount: 45_000,
        state: { status: 'open' },
        metadata: { purpose: 'deposit', event: String(eventId) },
      },
    })
    expect(JSON.stringify(intent)).not.toMatch(/"eve"|jpy|smuggled/)
  })

  test('ignores fields by which a guest wants to choose or get the token of a link to pass on a spot', async () => {
    const extra = { token: CHOSEN, reservationId: 1, id: 1, madeAt: '2000-01-01' }
    const { text } = await send(stranger, 'POST', 'reservation/replacement', { uuid: mine, ...extra })
    expect(text).toContain(String(neighbors.mine['token']?.[0]))
    expect(text).not.toContain(CHOSEN)
  })

  test('never refunds more than the Terms of Stay give, whatever fields a guest sends', async () => {
    const extra = {
      percent: 100,
      replacementFound: true,
      cancelledBy: 'retreat',
      refundToCards: 90_000,
      id: 1,
      reason: 'x',
    }
    const refused = await send(stranger, 'POST', 'reservation/cancel', {
      uuid: mine,
      refund: 90_000,
      ...extra,
    })
    expect(refused.status).toBe(409)
    expect(await stay(mine)).toMatchObject({ status: 'confirmed' })
  })
})

describe('when an admin sends undeclared fields, the site', () => {
  test("ignores fields by which an admin wants to set an event's id, status or counts", async () => {
    const { id } = await makeEvent(app.services.db)
    const extra = {
      reservedSpots: 99,
      isFull: true,
      cancelledAt: '2000-01-01T00:00:00Z',
      createdAt: '2000-01-01T00:00:00Z',
      waitlistStoppedAt: NOW,
    }
    const { status } = await send(admin, 'PUT', 'auth/event/update', {
      updateEventData: { id, name: 'New', ...extra },
    })
    expect(status).toBe(200)
    const [row] = await app.services.db.select().from(events).where(eq(events.id, id))
    expect(row).toMatchObject({ name: 'New', cancelledAt: null, waitlistStoppedAt: null, version: 2 })
  })

  test("ignores fields by which an admin wants to set a reservation's id or status, or make it paid", async () => {
    const { id: eventId } = await makeEvent(app.services.db)
    const extra = {
      id: 1,
      uuid: CHOSEN,
      status: 'refunded',
      totalPaid: 90_000,
      fullyPaid: true,
      purgedAt: NOW,
      safetyConsent: true,
    }
    const data = { customerName: 'Pat', email: 'pat@example.test', eventId, shouldSendEmail: false, ...extra }
    const { json } = await send(admin, 'POST', 'auth/createReservation', { createReservationData: data })
    expect(json?.['uuid']).not.toBe(CHOSEN)
    expect(await stay(String(json?.['uuid']))).toMatchObject({
      status: 'confirmed',
      safetyConsent: false,
      purgedAt: null,
    })
    const { json: seen } = await stranger({ path: `/api/reservation?uuid=${String(json?.['uuid'])}` })
    expect(seen).toMatchObject({ totalPaid: 0, fullyPaid: false })
  })

  test('ignores fields that would move an invoice to another guest or make it paid by card', async () => {
    const [invoice] = await app.services.db
      .select()
      .from(invoices)
      .where(eq(invoices.id, neighbors.own.invoices[0] ?? 0))
    const extra = {
      reservationId: 1,
      purpose: 'deposit',
      sentAt: NOW,
      createdAt: '2000-01-01',
      refunded: 5,
      withdrawn: 1,
    }
    const answer = await send(admin, 'PUT', 'auth/updateInvoice', {
      updateInvoiceData: { id: invoice?.id, ...extra },
    })
    expect(answer.status).toBeLessThan(500)
    const [after] = await app.services.db
      .select()
      .from(invoices)
      .where(eq(invoices.id, invoice?.id ?? 0))
    expect(after).toEqual(invoice)
  })

  test("ignores fields by which an admin wants to set the token or the last day of a host's link", async () => {
    const { id: eventId } = await makeEvent(app.services.db)
    const { text, status } = await send(admin, 'POST', 'auth/hostLink', {
      eventId,
      token: CHOSEN,
      lastDay: '2199-01-01',
      revoked: true,
    })
    expect([status, text.includes(CHOSEN), text.includes('2199')]).toEqual([200, false, false])
  })

  test.each(['send-welcome', 'send-info-reminder', 'send-initial-signup'])(
    "sends the e-mail %s only to the guest and with the site's own text, whatever fields an admin sends (R19.1)",
    async (path) => {
      const theirs = await stay(neighbors.tokens.stay)
      const extra = {
        to: 'eve@smuggled.example',
        email: 'eve@smuggled.example',
        bcc: 'eve@smuggled.example',
        subject: 'smuggled',
        html: '<b>smuggled</b>',
        url: 'https://smuggled.example',
      }
      await send(admin, 'POST', `auth/${path}`, { reservationId: theirs?.id, ...extra })
      await app.runJobs()
      const mails = (await app.mailbox?.list()) ?? []
      expect(JSON.stringify(mails)).not.toContain('smuggled')
      expect(mails.every(({ to }) => to.length > 0)).toBe(true)
    },
  )
})

const deep = (key: string) => {
  const bad = key === 'constructor' ? { prototype: { tainted: 1 } } : { tainted: 1 }
  // Writes the JSON as text, because an object literal would lose its property `__proto__`.
  const part = `"${key}":${JSON.stringify(bad)}`
  return `{${part},"createReservationData":{${part}},"updateEventData":{${part},"id":1},"waitlistData":{${part}},"uuid":{${part}}}`
}

describe('an attempt at prototype pollution', () => {
  const TAINTED = ['__proto__', 'constructor', 'prototype'] as const
  const calls = declared.filter(
    ({ body, takes, access }) => body && takes !== 'file' && access !== 'signature',
  )
  test.each(TAINTED)(
    'does not change the prototype of objects because of the key %s in the body of any call',
    async (key) => {
      for (const { method, path } of calls) {
        const answer = await admin({ method, path: `/api/${path}`, body: deep(key) })
        expect(answer.status).toBeLessThan(500)
        expect(({} as Record<string, unknown>)['tainted']).toBeUndefined()
        expect(Object.hasOwn(Object.prototype, 'tainted')).toBe(false)
      }
    },
  )

  test.each(TAINTED)(
    'does not change the prototype of objects because of the key %s in a query',
    async (key) => {
      for (const path of ['auth/event/list', 'auth/event/get', 'reservation', 'takeOver', 'auth/audit'])
        for (const query of [`${key}[tainted]=1`, `${key}.tainted=1`, `${key}=1`]) {
          expect((await admin({ path: `/api/${path}?${query}` })).status).toBeLessThan(500)
          expect(({} as Record<string, unknown>)['tainted']).toBeUndefined()
        }
    },
  )
})
