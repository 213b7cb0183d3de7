import type { EventDetails } from '../../../capabilities/events/contract.ts'
import { WaitlistForm } from '../../../capabilities/waitlist/ui/waitlist-form.tsx'
import { formatDayRange } from '../../../shared/days.ts'
import { browserCall } from '../../browser-call.ts'
import { Paper } from '../../ui/paper.tsx'
import { FORM_HEADING } from './form-heading.ts'

interface WaitlistSheetProps {
  event: EventDetails
  onBack: () => void
  onSpotFree: () => void
}

export function WaitlistSheet({ event, onBack, onSpotFree }: WaitlistSheetProps) {
  return (
    <Paper over labelledBy={FORM_HEADING}>
      <header className="sheet-head">
        <h2 id={FORM_HEADING} tabIndex={-1}>
          Join the waitlist
        </h2>
        <p>
          {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}. It costs nothing and binds
          you to nothing.{' '}
          <button type="button" className="link-button" onClick={onBack}>
            Back to the event
          </button>
        </p>
      </header>
      <WaitlistForm eventId={event.id} call={browserCall} onSpotFree={onSpotFree} />
    </Paper>
  )
}
