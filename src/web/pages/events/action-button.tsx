import type { ReactNode } from 'react'
import { venue } from '../../../shared/venue.ts'
import { Button } from '../../ui/button.tsx'

/** The query by which a press that came before the page's scripts still opens the form. */
export const ACT = 'sign-up'

/**
 * The call to action. A form of its own: pressed before the scripts are there, it comes back as a query that
 * opens the form once they are. Without JavaScript there is no card to type, so it says who helps instead.
 */
export function ActionButton({ onAct, children }: { onAct: () => void; children: ReactNode }) {
  return (
    <form
      method="get"
      className="action"
      onSubmit={(event) => {
        event.preventDefault()
        onAct()
      }}
    >
      <Button type="submit" name={ACT} value="yes">
        {children}
      </Button>
      <noscript>
        <p>
          Signing up needs JavaScript. Or write to <a href={`mailto:${venue.email}`}>{venue.email}</a> and we
          do it by hand.
        </p>
      </noscript>
    </form>
  )
}
