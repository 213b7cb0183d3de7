/** Handles the calls about messages to guests: list of recipients, preview, sending and progress. */
import { randomUUID } from 'node:crypto'
import { type Actor, actorOf, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { openColumns, openName, sealRecord } from '#platform/sealing.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { listProgress, previewTyped, progressOf } from '../emails/admin-emails.ts'
import type { WritingDeps } from '../emails/write.ts'
import { reachOf } from '#domain/booking/domain/reach.ts'
import { listGuestsToTell } from '#domain/booking/store/guests-to-tell.ts'
import { findEvent, lockEvent } from '#domain/events/store/events.ts'
import { listMessages, listRecipients, type MessageOrder, previewMessage, sendMessage } from './contract.ts'
import { guestsOf } from './rules.ts'
import * as store from './store.ts'

/** Number of messages that the page lists per event. Admins find older ones on the page of all e-mails. */
const LISTED = 50

export function messageHandlers(deps: WritingDeps): Bound[] {
  const { db, sealer } = deps
  return [
    bind(listRecipients, async ({ query: { eventId } }) => {
      if (!(await findEvent(db, eventId))) return fail('not_found')
      const guests = (await listGuestsToTell(db, eventId)).map(
        ({ reservationId, unpaid, withoutDetails, hasEmail, ...guest }) => {
          const name = openName(sealer, 'reservations', guest) ?? ''
          return { reservationId, name, unpaid, withoutDetails, hasEmail }
        },
      )
      const reach = reachOf(guests.toSorted((a, b) => a.name.localeCompare(b.name)))
      const waitlist = reachOf(await store.listOnWaitlist(db, eventId))
      return {
        guests: reach.emailed,
        toCall: reach.toCall,
        waitlist: waitlist.emailed.length,
        waitlistToCall: waitlist.toCall.map((entry) => openName(sealer, 'waitlist_entries', entry) ?? ''),
      }
    }),

    bind(previewMessage, async ({ body: { subject, body, ...wanted } }) => {
      if (!(await findEvent(db, wanted.eventId))) return fail('not_found')
      const recipients = await recipientsOf(db, wanted)
      const [first] = recipients
      if (!first) return fail('no_recipients')
      const shown = await previewTyped(deps, { ...first, subject, body })
      return shown ? { ...shown, recipients: recipients.length } : fail('recipients_changed')
    }),

    bind(sendMessage, async ({ body }, { caller }) => {
      const sent = await deps.db.transaction((tx) => send(tx, deps, { ...body, by: actorOf(caller) }))
      return typeof sent === 'string' ? fail(sent) : sent
    }),

    bind(listMessages, async ({ query: { eventId } }) => {
      if (!(await findEvent(db, eventId))) return fail('not_found')
      return { messages: await readMessages(deps, eventId) }
    }),
  ]
}

/** A recipient of a message. Exactly one of the two ids is set. */
interface Recipient {
  reservationId: number | null
  waitlistEntryId: number | null
}

/** Returns the recipients of a message who have an e-mail address, ordered by id. */
async function recipientsOf(
  db: Transaction | WritingDeps['db'],
  { eventId, audience, reservationIds = [] }: Pick<MessageOrder, 'eventId' | 'audience' | 'reservationIds'>,
): Promise<Recipient[]> {
  if (audience === 'waitlist')
    return reachOf(await store.listOnWaitlist(db, eventId)).emailed.map(({ id }) => {
      return { reservationId: null, waitlistEntryId: id }
    })
  const { emailed } = reachOf(await listGuestsToTell(db, eventId))
  return guestsOf(emailed, audience, new Set(reservationIds)).map(({ reservationId }) => {
    return { reservationId, waitlistEntryId: null }
  })
}

/**
 * Stores the message and enqueues one e-mail per recipient, all or none. Holds the event's lock, so that no guest
 * signs up or cancels between the count of recipients and the sending.
 */
async function send(
  tx: Transaction,
  { sealer, now }: WritingDeps,
  { by, ...order }: MessageOrder & { by: Actor },
): Promise<
  ReplyOf<typeof sendMessage> | 'not_found' | 'no_recipients' | 'recipients_changed' | 'attempt_used'
> {
  const { eventId, audience, attempt, subject, body } = order
  if (!(await lockEvent(tx, eventId))) return 'not_found'
  const before = await store.findMessageByAttempt(tx, attempt)
  if (before)
    return isSameOrder(sealer, before, order)
      ? { messageId: before.id, recipients: before.sentTo.length }
      : 'attempt_used'
  const recipients = await recipientsOf(tx, order)
  if (recipients.length === 0) return 'no_recipients'
  if (recipients.length !== order.recipients) return 'recipients_changed'
  const at = now()
  const uuid = randomUUID()
  const text = sealRecord(sealer, { table: 'guest_messages', row: uuid }, { subject, body })
  const row = { uuid, eventId, audience, ...text, attempt, writtenBy: by.actor, createdAt: at }
  const messageId = await store.insertMessage(tx, row)
  // This key belongs to a message of another event. The two messages cannot be compared, because only this event is
  // locked.
  if (messageId === null) return 'attempt_used'
  for (const recipient of recipients) {
    const { reservationId, waitlistEntryId } = recipient
    const key = `message:${messageId}:${reservationId ?? `waitlist-${waitlistEntryId}`}`
    await enqueueEmail(tx, { type: 'message', ...recipient, guestMessageId: messageId, key, now: at })
  }
  const [only] = recipients
  const ofOne = audience === 'chosen' && recipients.length === 1 ? only?.reservationId : null
  const what = { action: 'message.sent', entity: 'message', entityId: messageId, eventId, fields: [audience] }
  await recordAudit(tx, sealer, [{ ...by, ...what, reservationId: ofOne ?? null, at }])
  return { messageId, recipients: recipients.length }
}

/** Returns true if the message that was already sent with this key is the same as this one (R44.7). */
function isSameOrder(
  sealer: WritingDeps['sealer'],
  sent: NonNullable<Awaited<ReturnType<typeof store.findMessageByAttempt>>>,
  { eventId, audience, subject, body, recipients, reservationIds = [] }: MessageOrder,
): boolean {
  const text = openColumns(sealer, 'guest_messages', sent, 'subject', 'body')
  const sameText = text.subject === subject && text.body === body
  const chosen = new Set<number | null>(reservationIds)
  const sameGuests = audience !== 'chosen' || sent.sentTo.every((id) => chosen.has(id))
  const sameCount = sent.sentTo.length === recipients
  return sent.eventId === eventId && sent.audience === audience && sameText && sameGuests && sameCount
}

async function readMessages({ db, sealer }: WritingDeps, eventId: number) {
  const rows = await store.listMessageRows(db, eventId, LISTED)
  const sent = await listProgress({ db, sealer }, { messageIds: rows.map(({ id }) => id) })
  return rows.map((row) => {
    const { id, audience, createdAt } = row
    const { subject, body } = openColumns(sealer, 'guest_messages', row, 'subject', 'body')
    const own = sent.filter(({ messageId }) => messageId === id)
    const only = audience === 'chosen' && own.length === 1 ? own[0] : undefined
    return {
      id,
      at: createdAt,
      audience,
      text: subject === null || body === null ? null : { subject, body },
      to: only?.to ?? null,
      progress: progressOf(own),
    }
  })
}
