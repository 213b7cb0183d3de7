import { SignUpForm } from '#features/booking/ui/guest/sign-up-form.tsx'
import type { SignUp, SignUpAlert } from '#features/booking/ui/guest/use-sign-up.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { FULL } from '#features/events/ui/availability.ts'
import { PaymentSchedule } from '#features/events/ui/payment-schedule.tsx'
import { payWords, scheduleWords } from '#features/events/ui/price.ts'
import { WaitlistForm } from '#features/waitlist/ui/waitlist-form.tsx'
import { Alert } from '#ui/alert.tsx'
import { venue } from '#shared/venue.ts'
import { browserCall } from '#web/browser-call.ts'
import { paths } from '#web/paths.ts'
import { useSite } from '#web/site.ts'
import { Paper } from '#ui/paper.tsx'
import './form-head.css'
import './sign-up-sheet.css'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { formatDayRange } from '#shared/days.ts'
import { TextButton } from '#ui/button.tsx'

interface SignUpSheetProps {
  event: EventDetails
  signUp: SignUp
  alert: SignUpAlert | null
  busy: boolean
}

/** The sign-up form with what it costs beside it, before any field. */
export function SignUpSheet({ event, signUp, alert, busy }: SignUpSheetProps) {
  const site = useSite()
  return (
    <Paper over labelledBy={FORM_HEADING}>
      <div className="sheet-grid">
        <FormHead title="Sign up" event={event} onBack={signUp.close} />
        <aside className="sheet-aside" aria-label="What it costs">
          <PaymentSchedule event={event} />
          {event.dueNow <= 0 && <p>Nothing to pay, and no card is needed.</p>}
        </aside>
        {alert?.kind === 'event_full' ? (
          <LastSpotGone event={event} signUp={signUp} />
        ) : (
          <SignUpForm
            signUp={signUp}
            alert={alert}
            busy={busy}
            payments={site?.payments ?? { publishableKey: '', scriptUrl: null }}
            charge={event.dueNow > 0 ? <p>{scheduleWords(event)}</p> : null}
            payLabel={payWords(event)}
            termsHref={paths.termsOfStay}
            contactEmail={venue.email}
          />
        )}
      </div>
    </Paper>
  )
}

/** The last spot went while this guest was typing: nothing was charged, and the waitlist is one press away. */
function LastSpotGone({ event, signUp }: Pick<SignUpSheetProps, 'event' | 'signUp'>) {
  const { firstName = '', lastName = '', email = '' } = signUp.typed() ?? {}
  return (
    <div>
      <Alert tone="bad" title="No spaces left">
        <p>Someone took the last spot in the meantime. Nothing was charged.</p>
      </Alert>
      {event.showWaitlist ? (
        <WaitlistForm
          eventId={event.id}
          call={browserCall}
          initial={{ firstName, lastName, email }}
          onSpotFree={signUp.open}
        />
      ) : (
        <p>{FULL}</p>
      )}
    </div>
  )
}

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
        It costs nothing, and you can say no later.
      </FormHead>
      <WaitlistForm eventId={event.id} call={browserCall} onSpotFree={onSpotFree} />
    </Paper>
  )
}

/** The id of the heading of an opened form: it takes the focus when the form appears. */
export const FORM_HEADING = 'form-heading'

interface FormHeadProps {
  title: string
  event: EventDetails
  /** Closes the form. */
  onBack: () => void
  /** Further notes before any field. */
  children?: ReactNode
}

/** Above an opened form: what it is for, which event and when, and the way back. */
function FormHead({ title, event, onBack, children }: FormHeadProps) {
  return (
    <header className="form-head">
      <h2 id={FORM_HEADING} tabIndex={-1}>
        {title}
      </h2>
      <p>
        {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}. {children}{' '}
        <TextButton onClick={() => leave(onBack)}>Back to the event</TextButton>
      </p>
    </header>
  )
}

/** The button goes with its form: the focus goes to the page that is there again. */
function leave(onBack: () => void) {
  flushSync(onBack)
  document.getElementById('main')?.focus({ preventScroll: true })
}
