/** `message`: what an admin wrote, in the form of all e-mails; to a guest whose stay stands, or to somebody in line. */
import { formatDayRange } from '#shared/format-days.ts'
import { linkParts } from '#shared/links.ts'
import type {
  Block,
  DropReason,
  EntryCause,
  MessageEmail,
  MessageFacts,
  StayCause,
  WrittenEmail,
} from '../definition.ts'
import { comingStayProblem, emailEvent } from '../shared-facts.ts'
import { DELETED, stayButton } from '../shared-words.ts'

export const message: MessageEmail = { about: 'message', dropReason, words }

/** Never to who canceled, nor to who is in line no more. */
function dropReason(cause: StayCause | EntryCause): DropReason | null {
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

/** Paragraphs end at an empty line; a line stays a line. */
function paragraphsOf(body: string): Block[] {
  const paragraphs = body.replaceAll(/\r\n?/g, '\n').split(/\n\s*\n/)
  return paragraphs
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => ({ kind: 'typed', lines: paragraph.split('\n').map(linkParts) }))
}
