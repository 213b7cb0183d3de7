/**
 * The steps between the charge of a card and its record in the database. Each has a scenario: what happens
 * before, the death of the process, and what the guest sees afterwards (R20.3).
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { withdrawCard } from '#domain/booking/contract/guest.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { cancelEventByAdmin } from '#domain/booking/use-cases/cancel-event.ts'
import type { FaultPoint, KeptCardFault } from '#domain/booking/deps.ts'
import { createGuest, type Order } from '#test/support/booking/guest.ts'
import { checkCode } from '#domain/booking/codes/contract/guest.ts'
import { events } from '#platform/database/schema/events.ts'
import type { MailSummary } from '#dev/mailbox/store.ts'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { controlSandbox, ledgerOf, type Site } from './cluster.ts'
import type { CrashingCluster } from './crashing-cluster.ts'

/** The guest's page must be right within a minute after the start (R20.3). */
const WITHIN = { timeout: 60_000, interval: 250 }

export interface PromisedEmails {
  uuid: string
  email: string
  status: 'confirmed' | 'expired' | 'refunded' | 'cancelled'
  /** The amount that the guest has paid, in cents. */
  paid: number
  /** The event whose single-use code was used. */
  codeOf?: number
  /** Total number of e-mails to the guest. Each may arrive twice under the same Message-ID. */
  mails: number
}

type CrashScenario = (cluster: CrashingCluster, eventId: number, point: FaultPoint) => Promise<PromisedEmails>

const guestOf = (cluster: CrashingCluster) => createGuest(cluster.site())
/** Returns the discount code of an event, which only one sign-up can use. */
export const codeFor = (eventId: number) => `ONCE${eventId}`
/** The deposit with the code in cents: half of $900.00, less 10 %. */
const WITH_CODE = 40_500
const newEmail = () => `guest-${randomUUID()}@example.test`
const webhooks = (cluster: CrashingCluster, holdWebhooks: boolean) =>
  controlSandbox(cluster.site(), { do: 'set', change: { holdWebhooks } })

/** The card is charged, and the process dies after the webhook and before the site records the payment. */
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

/** The sign-up gets no reply, so the form sends it again. */
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

/** The request for a payment intent gets no reply, so the page sends it again. */
const opening: CrashScenario = async (cluster, eventId, point) => {
  const email = newEmail()
  await cluster.dieAt(point, () => guestOf(cluster).open(eventId))
  const { uuid, clientSecret } = await guestOf(cluster).hold(eventId, { email })
  expect(await guestOf(cluster).pay(clientSecret)).toBe('succeeded')
  return { uuid, email, status: 'confirmed', paid: 45_000, mails: 1 }
}

/** The hold has expired. Its payment intent is canceled at the provider, but not yet in the site's database. */
const ending: CrashScenario = async (cluster, eventId, point) => {
  const email = newEmail()
  const { uuid } = await guestOf(cluster).hold(eventId, { email })
  await cluster.pass(16)
  await cluster.dieAt(point, () => guestOf(cluster).look(uuid))
  return { uuid, email, status: 'expired', paid: 0, mails: 0 }
}

/**
 * The money arrives after the hold expired and the spot went to another guest. The process dies during the
 * refund.
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
 * The venue cancels an event with two guests, and the process dies between the cancellation of the first and of
 * the second.
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
    // An e-mail that is still queued when the event is canceled would not be sent.
    await expect.poll(() => mailsTo(cluster.site(), email), WITHIN).toBe(1)
    uuids.push(uuid)
  }
  // Plans the job for ten minutes later. Otherwise the next process would start the job before the test has set
  // the step at which that process dies.
  const soon = cluster.now()
  soon.setMinutes(soon.getMinutes() + 10)
  const by = { actor: 'admin:of-the-story' }
  await cluster.between((books) => cancelEventByAdmin({ ...books, now: () => soon }, { id: eventId, by }))
  await cluster.dieAt(point, () => cluster.pass(11))
  const [first = '', last = ''] = uuids
  await expect.poll(async () => (await guestOf(cluster).look(first)).totalPaid, WITHIN).toBe(0)
  return { uuid: last, email: emails[1] ?? '', status: 'cancelled', paid: 0, mails: 2 }
}

/** Creates a guest who paid the deposit and saved the card. The remainder is due `days` later. */
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
 * The guest was notified, and the day of the charge has come. The process dies after the bank has paid and
 * before the site records the payment.
 */
const charging: CrashScenario = async (cluster, eventId, point) => {
  const { uuid, email, due } = await kept(cluster, eventId, 4)
  await cluster.passTo(ranchInstant(addDays(due, -3), 9))
  await expect.poll(() => countEmailRows(cluster.site(), email), WITHIN).toBe(2)
  await cluster.dieAt(point, () => cluster.passTo(ranchInstant(due, 9)))
  return { uuid, email, status: 'confirmed', paid: 90_000, mails: 3 }
}

/** Days until the remainder is due: more than all these scenarios take, so that no reminder is sent. */
const LATER = 40

/** The guest withdraws the saved card but gets no reply. */
const withdrawing: CrashScenario = async (cluster, eventId, point) => {
  const { uuid, email } = await kept(cluster, eventId, LATER)
  await cluster.dieAt(point, () => withdrawn(cluster, uuid))
  expect((await guestOf(cluster).look(uuid)).keptCard).toBeUndefined()
  expect(await withdrawn(cluster, uuid)).toMatchObject({ ok: true })
  return { uuid, email, status: 'confirmed', paid: 45_000, mails: 1 }
}

/** The request for a payment that saves its card gets no reply, so the page sends it again. */
const openingKept: CrashScenario = async (cluster, eventId, point) => {
  await cluster.dieAt(point, () => guestOf(cluster).hold(eventId, { keepCard: true }))
  expect((await ledgerOf(cluster.site())).kept.cards).toEqual([])
  const { uuid, email } = await kept(cluster, eventId, LATER)
  expect(await withdrawn(cluster, uuid)).toMatchObject({ ok: true })
  return { uuid, email, status: 'confirmed', paid: 45_000, mails: 1 }
}

/** Points at which a process is killed. The offers' own test covers the one inside an offer's transaction. */
export type CrashPoint = Exclude<FaultPoint, 'offer-held'>

/**
 * The scenarios of saved cards. They take days, so they run in a separate installation whose clock the tests
 * move.
 */
export const CARD_CRASH_SCENARIOS: Record<KeptCardFault, CrashScenario> = {
  'customer-made': openingKept,
  'charge-wanted': charging,
  'charge-made': charging,
  'charge-noted': charging,
  'card-withdrawn': withdrawing,
  'customer-forgotten': withdrawing,
}

export const CRASH_SCENARIOS: Record<Exclude<CrashPoint, KeptCardFault>, CrashScenario> = {
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
  confirmed: 'You are in.',
  expired: 'The hold on your spot ran out.',
  refunded: 'Your payment was refunded.',
  cancelled: 'This retreat has been canceled.',
}

/** Expects what the guest must see, either immediately or within a minute after the start. */
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

/** Returns the number of captured e-mails to an address. */
export async function mailsTo(site: Site, email: string): Promise<number> {
  return (await capturedFor(site, email)).length
}

/**
 * Counts the e-mails to an address by their Message-ID, so that an e-mail that was sent twice counts once. The
 * outbox sends an e-mail again if the process died right after the mail server accepted it. Mail programs
 * recognize the repeat by its Message-ID (decision 5).
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
