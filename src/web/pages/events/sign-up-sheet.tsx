import { SignUpForm } from '#features/booking/ui/guest/sign-up-form.tsx'
import type { SignUp, SignUpNotice } from '#features/booking/ui/guest/use-sign-up.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { FULL } from '#features/events/ui/availability.ts'
import { PaymentSchedule } from '#features/events/ui/payment-schedule.tsx'
import { payWords, scheduleWords } from '#features/events/ui/price.ts'
import { WaitlistForm } from '#features/waitlist/ui/waitlist-form.tsx'
import { Notice } from '#ui/notice.tsx'
import { venue } from '#shared/venue.ts'
import { browserCall } from '#web/browser-call.ts'
import { paths } from '#web/paths.ts'
import { useSite } from '#web/site.ts'
import { Paper } from '#web/ui/paper.tsx'
import { FORM_HEADING, FormHead } from './form-head.tsx'
import './sign-up-sheet.css'

interface SignUpSheetProps {
  event: EventDetails
  signUp: SignUp
  notice: SignUpNotice | null
  busy: boolean
}

/** The sign-up form with what it costs beside it, before any field. */
export function SignUpSheet({ event, signUp, notice, busy }: SignUpSheetProps) {
  const site = useSite()
  return (
    <Paper over labelledBy={FORM_HEADING}>
      <div className="sheet-grid">
        <FormHead title="Sign up" event={event} onBack={signUp.close} />
        <aside className="sheet-aside" aria-label="What it costs">
          <PaymentSchedule event={event} />
          {event.dueNow <= 0 && <p>Nothing to pay, and no card is needed.</p>}
        </aside>
        {notice?.kind === 'event_full' ? (
          <LastSpotGone event={event} signUp={signUp} />
        ) : (
          <SignUpForm
            signUp={signUp}
            notice={notice}
            busy={busy}
            payments={site?.payments ?? { publishableKey: '', scriptUrl: null }}
            charge={event.dueNow > 0 ? <p>{scheduleWords(event)}</p> : null}
            payWords={payWords(event)}
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
      <Notice tone="bad" title="No spaces left">
        <p>Someone took the last spot in the meantime. Nothing was charged.</p>
      </Notice>
      {event.showWaitlist ? (
        <WaitlistForm
          eventId={event.id}
          call={browserCall}
          known={{ firstName, lastName, email }}
          onSpotFree={signUp.open}
        />
      ) : (
        <p>{FULL}</p>
      )}
    </div>
  )
}
