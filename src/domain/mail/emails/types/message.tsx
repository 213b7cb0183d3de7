/** `message`: an admin's own text to a confirmed guest or a waitlist entry, in the design of all e-mails. */
import { Fragment } from 'react'
import { formatDayRange } from '#shared/format-days.ts'
import { linkParts } from '#shared/links.ts'
import { DeletedAfterEvent, Letter, SmallPrint } from '../../layout/letter.tsx'
import { PageButton } from '../../layout/main-button.tsx'
import { Link, Paragraph } from '../../layout/text.tsx'
import type { DropReason, EntryCause, MessageEmail, MessageFacts, ReservationCause } from '../definition.ts'
import { eventFacts } from '../facts/event.ts'
import { upcomingProblem } from '../still-wanted.ts'

const PREVIEW_LENGTH = 120

export const message: MessageEmail = {
  about: 'message',
  dropReason,
  subject: ({ subject }) => subject,
  preview: ({ body }) => body.replaceAll(/\s+/g, ' ').slice(0, PREVIEW_LENGTH),
  Content: Message,
}

/**
 * Returns why the site drops the message, or null. It is dropped for a guest who canceled, and for an entry that is
 * no longer on the waitlist.
 */
function dropReason(cause: ReservationCause | EntryCause): DropReason | null {
  if ('invoiceId' in cause) return upcomingProblem(cause)
  const { entry, event } = cause.rows
  if (event.cancelledAt !== null) return 'event_cancelled'
  return entry.state === 'waiting' || entry.state === 'offered' ? null : 'not_in_line'
}

function Message({ guest, event, subject, body, stay }: MessageFacts) {
  const { name, startDateDate, endDateDate } = eventFacts(event)
  return (
    <Letter
      kicker={name}
      title={subject}
      detail={formatDayRange(startDateDate, endDateDate)}
      greeting={guest === null ? 'Hello,' : `Hello ${guest},`}
      footer={
        <>
          {stay === null && (
            <SmallPrint>You get this email because you’re on the waitlist for this retreat.</SmallPrint>
          )}
          <DeletedAfterEvent />
        </>
      }
    >
      {paragraphsOf(body).map((lines, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs never move, and two may read alike
        <Paragraph key={index}>
          {lines.map((line, nth) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines never move, and two may read alike
            <Fragment key={nth}>
              {nth > 0 && <br />}
              {linkParts(line).map(({ text, href }, at) =>
                href === null ? (
                  text
                ) : (
                  // oxlint-disable-next-line react/no-array-index-key -- links never move, and two may read alike
                  <Link key={at} href={href}>
                    {text}
                  </Link>
                ),
              )}
            </Fragment>
          ))}
        </Paragraph>
      ))}
      {stay !== null && <PageButton href={stay}>Open your page</PageButton>}
    </Letter>
  )
}

/** Splits a message into paragraphs at empty lines, and each paragraph into its lines. */
const paragraphsOf = (body: string): string[][] =>
  body
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => paragraph.split('\n'))
