/** `message`: an admin's own text to a confirmed guest or a waitlist entry, in the common design. */
import { formatDayRange } from '#shared/format-days.ts'
import { linkParts } from '#shared/links.ts'
import type {
  Block,
  DropReason,
  EntryCause,
  MessageEmail,
  MessageFacts,
  ReservationCause,
  WrittenEmail,
} from '../definition.ts'
import { comingStayProblem, emailEvent } from '../shared-facts.ts'
import { DELETED, stayButton } from '../shared-words.ts'

export const message: MessageEmail = { about: 'message', dropReason, words }

/** Drops a message to guests who canceled and to entries no longer on the waitlist. */
function dropReason(cause: ReservationCause | EntryCause): DropReason | null {
  if ('invoiceId' in cause) return comingStayProblem(cause)
  const { entry, event } = cause.rows
  if (event.cancelledAt !== null) return 'event_cancelled'
  return entry.state === 'waiting' || entry.state === 'offered' ? null : 'not_in_line'
}

function words({ guest, event, subject, body, stay }: MessageFacts): WrittenEmail {
  const { name, startDateDate, endDateDate } = emailEvent(event)
  return {
    subject,
    preheader: body.replaceAll(/\s+/g, ' ').slice(0, PREHEADER_LENGTH),
    heading: { kicker: name, title: subject, detail: formatDayRange(startDateDate, endDateDate) },
    greeting: guest === null ? 'Hello,' : `Hello ${guest},`,
    blocks: [
      ...paragraphsOf(body),
      ...(stay === null ? [] : [stayButton('Open your page', { reservation: stay })]),
    ],
    footer: [DELETED],
  }
}

const PREHEADER_LENGTH = 120

/** Splits the text into paragraphs at empty lines, and keeps line breaks. */
function paragraphsOf(body: string): Block[] {
  const paragraphs = body.replaceAll(/\r\n?/g, '\n').split(/\n\s*\n/)
  return paragraphs
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => ({ kind: 'typed', lines: paragraph.split('\n').map(linkParts) }))
}
