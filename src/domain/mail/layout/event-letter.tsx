/**
 * The frame of e-mails about one event: the event's name and days as the heading, a greeting, and the small print at
 * the end.
 */
import type { ReactNode } from 'react'
import { formatDayRange } from '#shared/format-days.ts'
import type { GuestFacts } from '../emails/facts/reservation.ts'
import { DeletedAfterEvent, Letter, SmallPrint } from './letter.tsx'
import { LinkEnd } from './text.tsx'

interface EventLetterProps extends GuestFacts {
  /** The small line above the event's name. */
  kicker: string
  hello?: 'Howdy' | 'Hello'
  children: ReactNode
}

/**
 * Renders the frame of an e-mail to a guest. With `termsLink`, the small print links to the Terms of Stay. `ended` is
 * true if the e-mail is about a canceled stay.
 */
export const EventLetter = ({
  termsLink,
  ended = false,
  footer,
  ...letter
}: EventLetterProps & { termsLink?: string; ended?: boolean; footer?: ReactNode }) => (
  <Framed
    {...letter}
    footer={
      <>
        {termsLink !== undefined && (
          <SmallPrint>
            {ended ? 'What we refund, and when, is in our ' : 'Plans change. If yours do, see our '}
            <LinkEnd href={termsLink}>Terms of Stay</LinkEnd>
          </SmallPrint>
        )}
        {footer ?? <DeletedAfterEvent />}
      </>
    }
  />
)

/** Renders the frame of an e-mail to the venue's staff. */
export const RanchLetter = (letter: Pick<EventLetterProps, 'event' | 'kicker' | 'children'>) => (
  <Framed {...letter} guest={null} hello="Hello" toRanch />
)

const Framed = ({
  guest,
  event: { name, startDateDate, endDateDate },
  hello = 'Howdy',
  ...letter
}: EventLetterProps & { footer?: ReactNode; toRanch?: boolean }) => (
  <Letter
    {...letter}
    title={name}
    detail={formatDayRange(startDateDate, endDateDate)}
    greeting={guest === null ? `${hello},` : `${hello} ${guest},`}
  />
)
