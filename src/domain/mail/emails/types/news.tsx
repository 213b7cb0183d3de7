/** `news`: notifies an event's admin of what guests and Stripe did. Never contains health data. */
import { KIND_LABELS } from '#domain/mail/notifications/rules.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { absoluteLink, adminEmailsPath, adminReservationPath } from '#shared/links.ts'
import { Letter, SmallPrint } from '../../layout/letter.tsx'
import { LinkEnd, Paragraph } from '../../layout/text.tsx'
import type { NewsEmail, NewsFacts } from '../definition.ts'

const PREVIEW_LENGTH = 120

export const news: NewsEmail = {
  about: 'news',
  subject,
  preview: ({ items }) =>
    items
      .map(({ text }) => text)
      .join(' ')
      .slice(0, PREVIEW_LENGTH),
  Content: News,
}

/**
 * Returns a subject such as `"Sign-up (2), Cancellation"`. It names no guest, because the purge does not delete
 * subjects.
 */
function subject({ items }: NewsFacts): string {
  return [...Map.groupBy(items, ({ kind }) => KIND_LABELS[kind])]
    .map(([label, { length }]) => (length === 1 ? label : `${label} (${length})`))
    .join(', ')
}

function News(facts: NewsFacts) {
  const { items, publicUrl } = facts
  const newest = items.at(-1)
  return (
    <Letter
      kicker="Notifications"
      title={subject(facts)}
      detail={newest ? formatDay(ranchDay(new Date(newest.at))) : ''}
      greeting="Hello,"
      footer={
        <SmallPrint>
          To choose what we email you, and how often, open{' '}
          <LinkEnd href={absoluteLink(publicUrl, adminEmailsPath)}>Email on the admin pages</LinkEnd>
        </SmallPrint>
      }
      toRanch
    >
      {items.map(({ id, text, reservationId }) => (
        <Paragraph key={id}>
          {text}
          {reservationId !== null && (
            <>
              {' '}
              <LinkEnd href={absoluteLink(publicUrl, adminReservationPath(reservationId))}>
                See the reservation
              </LinkEnd>
            </>
          )}
        </Paragraph>
      ))}
    </Letter>
  )
}
