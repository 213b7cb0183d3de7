/** How far several e-mails have come that were sent together: messages to guests, and reminders. */
import type { z } from 'zod'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { openName, type Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { EmailProgress, emailQuery, listAllEmails } from './contract.ts'
import {
  countUnsent,
  enqueueEmailAgain,
  findEmail,
  listEmailPage,
  listStates,
  type WhichEmails,
} from './store/emails.ts'
import { lockAgainstDeletion } from './store/stays.ts'

type EmailState = Awaited<ReturnType<typeof listProgress>>[number]

/** Each of the e-mails with the name of whom it is to; the name is null once it was deleted. */
export async function listProgress({ db, sealer }: { db: Database; sealer: Sealer }, which: WhichEmails) {
  return (await listStates(db, which)).map(({ guest, entry, ...email }) => ({
    ...email,
    to: guest && { reservationId: guest.reservationId, name: openName(sealer, 'reservations', guest) },
    inLine: entry && openName(sealer, 'waitlist_entries', entry),
  }))
}

/** Their counts, and those that failed by name. */
export function progressOf(states: EmailState[]): EmailProgress {
  const count = (wanted: EmailState['status']) => states.filter(({ status }) => status === wanted).length
  return {
    sent: count('sent'),
    queued: count('queued'),
    dropped: count('dropped'),
    failed: states
      .filter(({ status }) => status === 'failed')
      .map(({ id, to, inLine, failure }) => ({
        id,
        reservationId: to?.reservationId ?? null,
        name: to?.name ?? inLine,
        failure,
      })),
  }
}

const PAGE = 50
const FAILED_MS = 30 * 24 * 3_600_000

/** A page of all e-mails of the site. */
export async function readEmailPage(
  { db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>,
  { type, state, cursor }: z.output<typeof emailQuery>,
): Promise<AnswerOf<typeof listAllEmails>> {
  const found = await listEmailPage(db, {
    type: type ?? null,
    state: state ?? null,
    before: cursor ?? null,
    limit: PAGE + 1,
  })
  const page = found.slice(0, PAGE)
  const counts = await countUnsent(db, new Date(now().getTime() - FAILED_MS))
  return {
    emails: page.map(({ email, guest, entry, event }) => ({
      ...email,
      type: email.emailType,
      status: email.status as 'queued' | 'sent' | 'failed',
      name: guest
        ? openName(sealer, 'reservations', guest)
        : entry && openName(sealer, 'waitlist_entries', entry),
      event,
    })),
    nextCursor: found.length > PAGE ? (page.at(-1)?.email.id ?? null) : null,
    ...counts,
  }
}

/** Sends those of the e-mails again that failed, each as itself; gives how many. Whether each is still wanted is asked at sending. */
export async function retryFailed(
  { db, sealer, now }: Pick<Services, 'db' | 'sealer' | 'now'>,
  { ids, by }: { ids: number[]; by: Actor },
): Promise<number> {
  let again = 0
  for (const id of ids) {
    const email = await findEmail(db, id)
    if (!email) continue
    const { reservationId, emailType } = email
    await db.transaction(async (tx) => {
      await lockAgainstDeletion(tx, email)
      const at = now()
      if (!(await enqueueEmailAgain(tx, id, at))) return
      again += 1
      const what = { action: 'mail.requested', entity: 'email', entityId: id, fields: [emailType] }
      await recordAudit(tx, sealer, [{ ...by, ...what, reservationId, at }])
    })
  }
  return again
}
