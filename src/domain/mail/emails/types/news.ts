/** `news`: tells an event's admin what guests and the card provider did. Never contains health data. */
import { KIND_LABELS, type NewsItem } from '#domain/mail/notifications/rules.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { absoluteLink, adminReservationPath } from '#shared/links.ts'
import type { NewsEmail, NewsFacts, WrittenEmail } from '../definition.ts'
import { text } from '../shared-words.ts'

export const news: NewsEmail = { about: 'news', words }

function words({ items, publicUrl }: NewsFacts): WrittenEmail {
  const newest = items.at(-1)
  const subject = subjectOf(items)
  return {
    subject,
    preheader: items
      .map((item) => item.text)
      .join(' ')
      .slice(0, PREHEADER_LENGTH),
    heading: {
      kicker: 'News',
      title: subject,
      detail: newest ? formatDay(ranchDay(new Date(newest.at))) : '',
    },
    greeting: 'Hello,',
    blocks: items.map((item) =>
      text(
        item.text,
        item.reservationId === null
          ? null
          : {
              label: 'See the reservation',
              href: absoluteLink(publicUrl, adminReservationPath(item.reservationId)),
            },
      ),
    ),
    footer: [
      {
        text: 'Which news is emailed, and how often, is set on the Email page of the admin bar.',
        link: null,
      },
    ],
    toUs: true,
  }
}

const PREHEADER_LENGTH = 120

/**
 * Returns a subject such as `"Sign-up (2), Cancellation"`. It names no guest, because subjects are kept after the
 * purge.
 */
function subjectOf(items: NewsItem[]): string {
  return [...Map.groupBy(items, ({ kind }) => KIND_LABELS[kind])]
    .map(([label, { length }]) => (length === 1 ? label : `${label} (${length})`))
    .join(', ')
}
