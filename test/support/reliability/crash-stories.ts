/**
 * Scenarios of a crash, one for each step between a card's charge and its record in the database (R20.3).
 * Each scenario does what happens before the crash, and returns what the guest must see afterwards.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { withdrawCard } from '#domain/booking/contract/guest.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { cancelEventByAdmin } from '#domain/booking/use-cases/cancel-event.ts'
import type { FaultPoint, SavedCardFault } from '#domain/booking/deps.ts'
import { createGuest, type Order } from '#test/support/booking/guest.ts'
import { checkCode } from '#domain/booking/codes/contract/guest.ts'
import { events } from '#platform/database/schema/events.ts'
import type { MailSummary } from '#dev/mailbox/store.ts'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { controlSandbox, ledgerOf, type Site } from './cluster.ts'
import type { CrashingCluster } from './crashing-cluster.ts'

/** One minute after the start of the next process, the guest's page must be correct (R20.3). */
const WITHIN = { timeout: 60_000, interval: 250 }

export interface PromisedEmails {
  uuid: string
  email: string
  status: 'confirmed' | 'expired' | 'refunded' | 'cancelled'
  /** The amount that the guest has paid, in cents. */
  paid: number
  /** The event whose discount code the guest has used. The code works only once. */
  codeOf?: number
  /**
   * The number of e-mails to the guest. If an e-mail arrives twice with the same Message-ID, it counts once.
   */
  mails: number
}

type CrashScenario = (cluster: CrashingCluster, eventId: number, point: FaultPoint) => Promise<PromisedEmails>

const guestOf = (cluster: CrashingCluster) => createGuest(cluster.site())
export const codeFor = (eventId: number) => `ONCE${eventId}`
/** The deposit in cents with the discount code: half of $900.00, less 10 %. */
const WITH_CODE = 40_500
const newEmail = () => `guest-${randomUUID()}@example.test`
const webhooks = (cluster: CrashingCluster, holdWebhooks: boolean) =>
  controlSandbox(cluster.site(), { do: 'set', change: { holdWebhooks } })

/** Scenario: the process crashes after the webhook of a payment, before the site records the payment. */
const paid: CrashScenario = async (cluster, eventId, point) => {
  const email = newEmail()
  await webhooks(cluster, true)
  const order = { email, code: codeFor(eventId), amount: WITH_CODE }
  const { uuid, clientSecret } = await guestOf(cluster).hold(eventId, order)
  expect(await guestOf(cluster).pay(clientSecret)).toBe('succeeded')
  await cluster.dieAt(point, () => webhooks(cluster, false))
  await webhooks(cluster, false)
  return { uuid, email, status: 'confirmed', paid: WITH_CODE, codeOf: eventId, mails: 1 }
}

/** Scenario: the process crashes during a sign-up. The form gets no reply and sends the sign-up again. */
const signingUp: CrashScenario = async (cluster, eventId, point) => {
  const email = newEmail()
  const coded = { eventId, code: codeFor(eventId), amount: WITH_CODE }
  const opened = await guestOf(cluster).browser.call(createPaymentIntent, { body: coded })
  if (!opened.ok) throw new Error(opened.code)
  const { paymentIntent, clientSecret } = opened.data
  const order: Partial<Order> & { eventId: number } = {
    ...coded,
    email,
    paymentIntent,
    attempt: randomUUID(),
  }
  await cluster.dieAt(point, () => guestOf(cluster).order(order))
  const again = await guestOf(cluster).order(order)
  expect(again).toMatchObject({ ok: true })
  expect(await guestOf(cluster).pay(clientSecret)).toBe('succeeded')
  const uuid = again.ok ? again.data.uuid : ''
  return { uuid, email, status: 'confirmed', paid: WITH_CODE, codeOf: eventId, mails: 1 }
}

/**
 * Scenario: the process crashes while it opens a payment intent. The page gets no reply and sends the request
 * again.
 */
const opening: CrashScenario = async (cluster, eventId, point) => {
  const email = newEmail()
  await cluster.dieAt(point, () => guestOf(cluster).open(eventId))
  const { uuid, clientSecret } = await guestOf(cluster).hold(eventId, { email })
  expect(await guestOf(cluster).pay(clientSecret)).toBe('succeeded')
  return { uuid, email, status: 'confirmed', paid: 45_000, mails: 1 }
}

/**
 * Scenario: the process crashes after it canceled an expired hold's payment intent at Stripe, before it
 * writes that to the database.
 */
const ending: CrashScenario = async (cluster, eventId, point) => {
  const email = newEmail()
  const { uuid } = await guestOf(cluster).hold(eventId, { email })
  await cluster.pass(16)
  await cluster.dieAt(point, () => guestOf(cluster).look(uuid))
  return { uuid, email, status: 'expired', paid: 0, mails: 0 }
}

/**
 * Scenario: the process crashes while it refunds a late payment. The hold had expired, and another guest had
 * taken the spot.
 */
const late: CrashScenario = async (cluster, eventId, point) => {
  const email = newEmail()
  await controlSandbox(cluster.site(), { do: 'set', change: { keepProcessing: true } })
  const { uuid, clientSecret, paymentIntent } = await guestOf(cluster).hold(eventId, { email })
  expect(await guestOf(cluster).pay(clientSecret)).toBe('processing')
  await cluster.pass(76)
  await expect.poll(async () => (await guestOf(cluster).look(uuid)).status, WITHIN).toBe('expired')
  await guestOf(cluster).hold(eventId, { email: newEmail() })
  await cluster.dieAt(point, () =>
    controlSandbox(cluster.site(), { do: 'finish', id: paymentIntent, end: 'charge' }),
  )
  await controlSandbox(cluster.site(), { do: 'reset' })
  return { uuid, email, status: 'refunded', paid: 0, mails: 1 }
}

/**
 * Scenario: the process crashes while it cancels an event, between the cancellations of the first and the
 * second guest.
 */
const calledOff: CrashScenario = async (cluster, eventId, point) => {
  const emails = [newEmail(), newEmail()]
  await cluster.between(async ({ db }) => {
    await db.update(events).set({ spots: emails.length }).where(eq(events.id, eventId))
  })
  const uuids: string[] = []
  for (const email of emails) {
    const { uuid, clientSecret } = await guestOf(cluster).hold(eventId, { email })
    expect(await guestOf(cluster).pay(clientSecret)).toBe('succeeded')
    const status = async () => (await guestOf(cluster).look(uuid)).status
    await expect.poll(status, WITHIN).toBe('confirmed')
    // Waits for the confirmation e-mail first. The site would drop an unsent confirmation if an admin
    // canceled the event.
    await expect.poll(() => mailsTo(cluster.site(), email), WITHIN).toBe(1)
    uuids.push(uuid)
  }
  // Cancels the event with a clock ten minutes ahead. So the job that cancels and refunds the guests is due in ten
  // minutes. Otherwise the next process would run it before the test has set the step of the crash.
  const soon = cluster.now()
  soon.setMinutes(soon.getMinutes() + 10)
  const by = { actor: 'admin:of-the-story' }
  await cluster.between((books) => cancelEventByAdmin({ ...books, now: () => soon }, { id: eventId, by }))
  await cluster.dieAt(point, () => cluster.pass(11))
  const [first = '', last = ''] = uuids
  await expect.poll(async () => (await guestOf(cluster).look(first)).totalPaid, WITHIN).toBe(0)
  return { uuid: last, email: emails[1] ?? '', status: 'cancelled', paid: 0, mails: 2 }
}

async function kept(cluster: CrashingCluster, eventId: number, days: number) {
  const email = newEmail()
  const due = addDays(ranchDay(cluster.now()), days)
  const startDateDate = addDays(due, 30)
  await cluster.between(async ({ db }) => {
    await db.update(events).set({ startDateDate, endDateDate: startDateDate }).where(eq(events.id, eventId))
  })
  const { uuid, clientSecret } = await guestOf(cluster).hold(eventId, { email, keepCard: true })
  expect(await guestOf(cluster).pay(clientSecret)).toBe('succeeded')
  await expect.poll(async () => (await guestOf(cluster).look(uuid)).keptCard?.charge?.on, WITHIN).toBe(due)
  await expect.poll(() => countEmailRows(cluster.site(), email), WITHIN).toBe(1)
  return { uuid, email, due }
}

const withdrawn = async (cluster: CrashingCluster, uuid: string) =>
  guestOf(cluster).browser.call(withdrawCard, { query: { uuid } })

/**
 * Scenario: on the announced day, the process charges a saved card. It crashes after the bank has paid,
 * before the site records the payment.
 */
const charging: CrashScenario = async (cluster, eventId, point) => {
  const { uuid, email, due } = await kept(cluster, eventId, 4)
  await cluster.passTo(ranchInstant(addDays(due, -3), 9))
  await expect.poll(() => countEmailRows(cluster.site(), email), WITHIN).toBe(2)
  await cluster.dieAt(point, () => cluster.passTo(ranchInstant(due, 9)))
  return { uuid, email, status: 'confirmed', paid: 90_000, mails: 3 }
}

/** Days until the remainder is due. These scenarios take less time, so the site sends no reminder in them. */
const LATER = 40

/** Scenario: the process crashes while a guest deletes the saved card. The page gets no reply. */
const withdrawing: CrashScenario = async (cluster, eventId, point) => {
  const { uuid, email } = await kept(cluster, eventId, LATER)
  await cluster.dieAt(point, () => withdrawn(cluster, uuid))
  expect((await guestOf(cluster).look(uuid)).keptCard).toBeUndefined()
  expect(await withdrawn(cluster, uuid)).toMatchObject({ ok: true })
  return { uuid, email, status: 'confirmed', paid: 45_000, mails: 1 }
}

/**
 * Scenario: the process crashes while it opens a payment that saves its card. The page sends the request
 * again.
 */
const openingKept: CrashScenario = async (cluster, eventId, point) => {
  await cluster.dieAt(point, () => guestOf(cluster).hold(eventId, { keepCard: true }))
  expect((await ledgerOf(cluster.site())).kept.cards).toEqual([])
  const { uuid, email } = await kept(cluster, eventId, LATER)
  expect(await withdrawn(cluster, uuid)).toMatchObject({ ok: true })
  return { uuid, email, status: 'confirmed', paid: 45_000, mails: 1 }
}

/**
 * Steps at which these tests kill a process. The step inside the transaction of a waitlist offer is missing,
 * because the test of waitlist offers covers it.
 */
export type CrashPoint = Exclude<FaultPoint, 'offer-held'>

/**
 * The scenarios of saved cards. They span days, so they run on a separate test site, with a clock that the
 * tests move.
 */
export const CARD_CRASH_SCENARIOS: Record<SavedCardFault, CrashScenario> = {
  'customer-made': openingKept,
  'charge-wanted': charging,
  'charge-made': charging,
  'charge-noted': charging,
  'card-withdrawn': withdrawing,
  'customer-forgotten': withdrawing,
}

export const CRASH_SCENARIOS: Record<Exclude<CrashPoint, SavedCardFault>, CrashScenario> = {
  'intent-made': opening,
  'sign-up-written': signingUp,
  'sign-up-committed': signingUp,
  'webhook-stored': paid,
  'intent-read': paid,
  'changes-written': paid,
  'changes-committed': paid,
  'intent-cancelled': ending,
  'refund-wanted': late,
  'refund-made': late,
  'cancellation-written': calledOff,
  'cancellation-committed': calledOff,
}

const TITLES = {
  confirmed: 'You’re in.',
  expired: 'The hold on your spot has expired.',
  refunded: 'Your payment was refunded.',
  cancelled: 'This retreat has been canceled.',
}

export async function expectEmailsOnce(cluster: CrashingCluster, told: PromisedEmails): Promise<void> {
  const look = async () => {
    const { status, totalPaid } = await guestOf(cluster).look(told.uuid)
    return { status, totalPaid }
  }
  await expect.poll(look, WITHIN).toEqual({ status: told.status, totalPaid: told.paid })
  const page = await cluster.site().request(`/complete-reservation/${told.uuid}`)
  expect(await page.text()).toContain(TITLES[told.status])
  await expect.poll(() => countEmailRows(cluster.site(), told.email), WITHIN).toBe(told.mails)
  if (told.codeOf === undefined) return
  const code = { eventId: told.codeOf, code: codeFor(told.codeOf) }
  const again = await guestOf(cluster).browser.call(checkCode, { body: code })
  expect(again).toMatchObject({ ok: false, code: 'code_used_up' })
}

export async function mailsTo(site: Site, email: string): Promise<number> {
  return (await capturedFor(site, email)).length
}

/**
 * Counts the e-mails to an address by Message-ID. An e-mail that the site sent twice counts once, because
 * mail programs recognize the repeat (decision 5). The site sends an e-mail twice if the process crashes
 * right after the mail server accepted it.
 */
export async function countEmailRows(site: Site, email: string): Promise<number> {
  const sources = (await capturedFor(site, email)).map(async ({ id }) =>
    (await site.request(`/dev/mail/${id}/source`)).text(),
  )
  const ids = (await Promise.all(sources)).map((source) => /^Message-ID: *(<.+>)/im.exec(source)?.[1])
  expect(ids).not.toContain(undefined)
  return new Set(ids).size
}

async function capturedFor(site: Site, email: string): Promise<MailSummary[]> {
  const mails = (await (await site.request('/dev/mail.json')).json()) as MailSummary[]
  return mails.filter((mail) => mail.to === email)
}
