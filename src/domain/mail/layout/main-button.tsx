import { Button } from 'react-email'
import type { UpcomingFacts } from '../emails/facts/reservation.ts'
import { styles } from './style.ts'
import { Line } from './text.tsx'

export function MainButton({
  href,
  note = null,
  children,
}: {
  href: string
  /** Small print below the button. Null or missing for none. */
  note?: string | null
  children: string
}) {
  return (
    <div>
      <Button className="action" style={styles.button} href={href}>
        {children}
      </Button>
      {note === null ? (
        <Line look="noNote" inText="skip">
          {null}
        </Line>
      ) : (
        <Line look="note">{note}</Line>
      )}
    </div>
  )
}

/** Renders the button that links to the guest's private page. */
export const PageButton = ({ href, children }: { href: string; children: string }) => (
  <MainButton
    href={href}
    note="Your own page is only for you. Anyone with the link can see what you told us, so keep it to yourself."
  >
    {children}
  </MainButton>
)

export const COMPLETE_DETAILS = 'Complete your details'

/** Renders the button to the guest's private page. The label says what the guest still has to do there. */
export function StayButton({ detailsMissing, open, links }: UpcomingFacts) {
  const pay = open.some(({ byCard }) => !byCard) ? ' and pay' : ''
  return (
    <PageButton href={links.reservation}>
      {`${detailsMissing ? COMPLETE_DETAILS : 'See your stay'}${pay}`}
    </PageButton>
  )
}
