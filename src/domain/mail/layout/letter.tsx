/** The inside of every e-mail: a heading, a greeting, the content and the small print. */
import type { ReactNode } from 'react'
import { venue } from '#shared/venue.ts'
import { styles } from './style.ts'
import { Line, LinkEnd } from './text.tsx'

interface LetterProps {
  /** The small line above the e-mail's title. */
  kicker: string
  title: string
  /** The line below the e-mail's title. */
  detail: string
  greeting: string
  children: ReactNode
  /** Small print at the end of the e-mail, above the line about the venue. */
  footer?: ReactNode
  /** True for an e-mail to the venue's staff. It omits the line that invites guests to reply with questions. */
  toRanch?: boolean
}

export function Letter({ kicker, title, detail, greeting, children, footer, toRanch = false }: LetterProps) {
  return (
    <>
      <div className="side" style={styles.head}>
        <Line look="wordmark" inText="skip">
          {venue.name}
        </Line>
        <Line look="kicker" inText="label">
          {kicker}
        </Line>
        <h1 className="title" style={styles.title}>
          {title}
        </h1>
        <Line look="detail">{detail}</Line>
      </div>
      <div style={styles.skyline} data-text="skip">
        &nbsp;
      </div>
      <div className="side" style={styles.content}>
        <Line look="greeting">{greeting}</Line>
        {children}
      </div>
      <div className="side line" style={styles.foot}>
        {!toRanch && (
          <SmallPrint>
            Questions? Just reply to this email, or write to{' '}
            <LinkEnd href={`mailto:${venue.email}`}>{venue.email}</LinkEnd>
          </SmallPrint>
        )}
        {footer}
        <Line look="footVenue">
          {venue.name}. {venue.tagline}.
        </Line>
      </div>
    </>
  )
}

export const SmallPrint = ({ children }: { children: ReactNode }) => <Line look="footText">{children}</Line>

export const DeletedAfterEvent = () => (
  <SmallPrint>After the event, we delete what you told us about yourself.</SmallPrint>
)
