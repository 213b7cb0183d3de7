import type { EventDetails } from '#features/events/contract/events.ts'
import { WaitlistForm } from '#features/waitlist/ui/waitlist-form.tsx'
import { browserCall } from '#web/browser-call.ts'
import { Paper } from '#web/ui/paper.tsx'
import { FORM_HEADING, FormHead } from './form-head.tsx'

interface WaitlistSheetProps {
  event: EventDetails
  onBack: () => void
  onSpotFree: () => void
}

/** The waitlist form of a full event. */
export function WaitlistSheet({ event, onBack, onSpotFree }: WaitlistSheetProps) {
  return (
    <Paper over labelledBy={FORM_HEADING}>
      <FormHead title="Join the waitlist" event={event} onBack={onBack}>
        It costs nothing and binds you to nothing.
      </FormHead>
      <WaitlistForm eventId={event.id} call={browserCall} onSpotFree={onSpotFree} />
    </Paper>
  )
}
