/**
 * Does everything that a guest can do on the site: sign-up, e-mails, edits, waitlist, cancellation. Every
 * detail is a word that occurs nowhere else, so that tests can search for it.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { emails } from '#platform/database/schema/emails.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { sandboxKeys } from '#server/integrations.ts'
import type { TestApp } from '#test/support/app.ts'
import type { GuestField } from '#shared/guest-details.ts'
import { makeEvent } from '#test/support/factories.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { lostLink } from '#domain/booking/contract/guest.ts'
import { createGuest, type Order } from '#test/support/booking/guest.ts'
import { joinWaitlist, sendWaitlistForm } from '#test/support/booking/waitlist.ts'

const word = (what: string) => `qzx${what}`

export const wordsOf = (who: string): Record<GuestField, string> => ({
  customerName: `${word(`${who}first`)} ${word(`${who}last`)}`,
  email: `${word(`${who}mail`)}@example.test`,
  nickname: word(`${who}nick`),
  phone: `505-555-0142 ${word(`${who}phone`)}`,
  address: `7 ${word(`${who}street`)} Lane`,
  emergencyContactName: word(`${who}contact`),
  emergencyContactPhone: `505-555-0142 ${word(`${who}callthem`)}`,
  foodAllergies: word(`${who}allergy`),
  medicalConditions: word(`${who}medical`),
  otherInformation: word(`${who}other`),
})

/**
 * The names of the guests in these tests. The pattern below contains them, because the prefix `qzx` alone
 * also occurs in long random strings.
 */
const WHO = 'leaver|comer|waiver|waiter|early|stuck|sure|export|shared|payer|friend'

/** Matches the invented words of every guest. */
export const MARK = new RegExp(`qzx(?:${WHO})\\w+`, 'gi')

/**
 * Creates an event at which one guest cancels, one stays, one waits and one only holds a spot. Returns their
 * reservations.
 */
export async function playGuestHistory(app: TestApp) {
  const { db } = app.services
  const event = await makeEvent(db, { spots: 3, showWaitlist: true })
  const guest = createGuest(app)
  const admin = await signInAdmin(app)

  const signUp = async (who: string) => {
    const details: Partial<Order> = wordsOf(who)
    const held = await guest.hold(event.id, details)
    await guest.pay(held.clientSecret, await ownCard(app, who))
    await app.runJobs()
    return held
  }
  const leaver = await signUp('leaver')
  const comer = await signUp('comer')
  const waiver = await guest.hold(event.id, wordsOf('waiver'))
  const email = `${word('waitermail')}@example.test`
  const waiter = { customerName: word('waiterfirst'), email, eventId: event.id }
  await sendWaitlistForm(app, waiter)
  // Sends the confirmation e-mail first, because the guest then presses the button in it.
  await app.runJobs()
  await joinWaitlist(app, waiter)

  const changes = { notes: word('leavernote'), nickname: word('leavernewnick'), safetyConsent: false }
  await admin.change({ id: leaver.reservationId, ...changes })
  await admin.change({ id: comer.reservationId, notes: word('comernote') })
  const lesson = { amount: 5_000, paid: true, description: `Lesson ${word('comerlesson')}` }
  await admin.bill({ reservationId: comer.reservationId, ...lesson })
  await guest.browser.call(lostLink, { body: { email: wordsOf('comer').email } })
  app.clock.advance({ seconds: 20 })
  await app.runJobs()

  const why = { refund: 100, reason: `Because of ${word('leaverreason')}` }
  const cancelled = await admin.cancel(leaver.reservationId, why)
  if (!cancelled.ok) throw new Error(`The stay was not canceled: ${cancelled.code}`)
  await app.runJobs()
  // After two hours, the hold has expired, and the waiting guest may get an offer.
  app.clock.advance({ hours: 2 })
  await app.runJobs()
  await leakFailures(app, comer.reservationId)
  return { event, leaver, comer, waiver }
}

async function ownCard(app: TestApp, who: string): Promise<string> {
  const form = new URLSearchParams({
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
    'billing_details[name]': word(`${who}payer`),
    'billing_details[email]': `${word(`${who}payer`)}@example.test`,
  })
  const authorization = `Bearer ${sandboxKeys(app.services.sessionSecret).publishableKey}`
  const order = { method: 'POST', headers: { authorization }, body: form }
  const made = await app.request('/dev/stripe/v1/payment_methods', order)
  if (!made.ok) throw new Error(await made.text())
  return ((await made.json()) as { id: string }).id
}

/** Inserts error texts that contain a guest's words. The site itself never writes such texts. */
async function leakFailures({ services: { db, now } }: TestApp, reservationId: number) {
  const failure = `550 no such user ${word('comerfailure')}`
  const key = randomUUID()
  const [mail] = await db
    .insert(emails)
    .values({
      emailType: 'welcome-info',
      reservationId,
      dedupeKey: key,
      messageId: `<${key}@x>`,
      status: 'failed',
      failure,
    })
    .returning({ id: emails.id })
  await db.insert(outbox).values([
    {
      kind: 'send-email',
      payload: { emailId: mail?.id ?? 0 },
      dedupeKey: key,
      runAt: now(),
      deadAt: now(),
      lastError: failure,
    },
    {
      kind: 'x',
      payload: { reservationId },
      dedupeKey: `${key}x`,
      runAt: now(),
      deadAt: now(),
      lastError: failure,
    },
  ])
  await db.update(emails).set({ failure }).where(eq(emails.reservationId, reservationId))
}
