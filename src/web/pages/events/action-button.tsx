import { signUpDraftKey } from '#features/booking/ui/guest/draft.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { entryDraftKey } from '#features/waitlist/ui/entry-draft.ts'
import { callToAction, opensForm, type FormAction } from '#features/events/ui/availability.ts'
import { Button } from '#ui/button.tsx'
import { venue } from '#shared/venue.ts'
import './action-button.css'

/** The query by which a press that came before the page's scripts still opens the form. */
export const PRESSED = 'sign-up'

/** Under what a form of the event is kept that was opened before a reload. */
export const keptAs = ({ id }: EventDetails) => `${signUpDraftKey(id)} ${entryDraftKey(id)}`

interface ActionButtonProps {
  event: EventDetails
  /** Null: this guest has just signed up, so there is no button. */
  onAct: (() => void) | null
  words: Record<FormAction, string>
}

/**
 * The call to action, where there is one. A form of its own: pressed before the scripts are there, it comes back as
 * a query that opens the form once they are. Without JavaScript there is no card to type, so it says who helps instead.
 */
export function ActionButton({ event, onAct, words }: ActionButtonProps) {
  const action = callToAction(event)
  if (onAct === null || !opensForm(action)) return null
  return (
    <form
      method="get"
      className="action"
      data-late={keptAs(event)}
      onSubmit={(press) => {
        press.preventDefault()
        onAct()
      }}
    >
      <Button type="submit" name={PRESSED} value="yes">
        {words[action]}
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
