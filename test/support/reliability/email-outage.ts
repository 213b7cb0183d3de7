/** Simulates one hour without a mail server, while guests sign up and pay by card (R9.4). */
import PostalMime from 'postal-mime'
import { createGuest } from '#test/support/booking/guest.ts'
import { startMailServer } from '#test/support/mail/mail-server.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'

const HOUR_SECONDS = 3600
/**
 * Seconds of the test's clock between two runs of the periodic jobs. The real site runs them more often
 * (`JOBS_EVERY_SECONDS`), so e-mails arrive later in this test.
 */
const STEP_SECONDS = 60

export function siteWithMailServer(url: string): Promise<TestApp> {
  return buildTestApp({
    now: new Date('2027-01-10T18:00:00Z'),
    settings: { mail: { kind: 'smtp', url, from: 'Twelve Mile Ranch <howdy@twelvemile.example>' } },
  })
}

/**
 * Signs up `count` guests, spread over the hour of the outage. Then watches for ten minutes which e-mails
 * arrive after the mail server's return.
 */
export async function simulateMailOutage(count: number) {
  const gone = await startMailServer()
  await gone.close()
  const app = await siteWithMailServer(gone.url)
  try {
    const event = await makeEvent(app.services.db, { spots: count })
    for (let guest = 1; guest <= count; guest += 1) {
      await signUpAndPay(app, event.id, `guest-${guest}@example.test`)
      await workFor(app, HOUR_SECONDS / count)
    }
    const back = await startMailServer(gone.port)
    let lastAfterSeconds = Infinity
    for (let seconds = 0; seconds <= 600; seconds += STEP_SECONDS) {
      await app.jobs.runDue()
      if (back.accepted.length >= count) lastAfterSeconds = Math.min(lastAfterSeconds, seconds)
      app.clock.advance({ seconds: STEP_SECONDS })
    }
    await back.close()
    const parsed = await Promise.all(back.accepted.map(({ raw }) => PostalMime.parse(raw)))
    const rows = await app.services.db.select({ status: emails.status }).from(emails)
    return {
      perGuest: [...Map.groupBy(back.accepted, ({ to }) => to.join()).values()].map((mails) => mails.length),
      messageIds: new Set(parsed.map(({ messageId }) => messageId)),
      statuses: rows.map(({ status }) => status),
      /** Seconds from the mail server's return until the last e-mail arrived. */
      lastAfterSeconds,
    }
  } finally {
    await app.close()
  }
}

async function signUpAndPay(app: TestApp, eventId: number, email: string): Promise<void> {
  const guest = createGuest(app)
  const { clientSecret } = await guest.hold(eventId, { email })
  const status = await guest.pay(clientSecret)
  if (status !== 'succeeded') throw new Error(`not paid: ${status}`)
  await app.runJobs()
}

/** Runs the periodic jobs until this many seconds of the test's clock have passed. */
async function workFor(app: TestApp, seconds: number): Promise<void> {
  for (let done = 0; done < seconds; done += STEP_SECONDS) {
    await app.jobs.runDue()
    app.clock.advance({ seconds: Math.min(STEP_SECONDS, seconds - done) })
  }
}
