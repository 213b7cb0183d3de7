import type { ReactNode } from 'react'
import { LinkButton } from '#app/ui/button.tsx'
import { CopyLink } from '#app/ui/links.tsx'
import { Section } from '#app/ui/panel.tsx'
import { Text } from '#app/ui/text.tsx'

/** The HTML id of the heading of the panel about the calendar feed. */
export const FEED_PANEL = 'on-your-phone'

/**
 * Renders how to subscribe to the family calendar on a phone. `address` is the full private link of the
 * calendar feed, or null if no link exists.
 */
export function FeedPanel({ address, children }: { address: string | null; children?: ReactNode }) {
  return (
    <Section className="calendar-feed" id={FEED_PANEL} title="On your phone" focusable>
      {address === null ? (
        <p>
          <Text>No calendar link yet. {!children && 'Ask at the ranch for one.'}</Text>
        </p>
      ) : (
        <>
          <p className="prose">
            iPhone or Mac: press “Subscribe”. Android: copy the link and add it at calendar.google.com, under
            “Other calendars”, “From URL”. Anyone with the link can see the calendar, so keep it in the
            family.
          </p>
          <p className="calendar-address" translate="no" id={`${FEED_PANEL}-address`}>
            {address}
          </p>
          <div className="button-row">
            <CopyLink path={address} describedBy={`${FEED_PANEL}-address`} />
            <LinkButton to={address.replace(/^https?:/, 'webcal:')} look="plain">
              Subscribe
            </LinkButton>
          </div>
        </>
      )}
      {children}
    </Section>
  )
}
