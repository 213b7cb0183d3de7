import { SignUpForm } from '../../../capabilities/booking/ui/sign-up-form.tsx'
import type { SignUp, SignUpNotice } from '../../../capabilities/booking/ui/use-sign-up.ts'
import type { EventDetails } from '../../../capabilities/events/contract.ts'
import { PaymentSchedule } from '../../../capabilities/events/ui/payment-schedule.tsx'
import { payWords, scheduleWords } from '../../../capabilities/events/ui/price.ts'
import { formatDayRange } from '../../../shared/days.ts'
import { Notice } from '../../../shared/ui/notice.tsx'
import { venue } from '../../../shared/venue.ts'
import { WaitlistForm } from '../../../capabilities/waitlist/ui/waitlist-form.tsx'
import { browserCall } from '../../browser-call.ts'
import { paths } from '../../paths.ts'
import { useSite } from '../../site.ts'
import { Paper } from '../../ui/paper.tsx'
import { FORM_HEADING } from './form-heading.ts'

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
        <header className="sheet-head">
          <h2 id={FORM_HEADING} tabIndex={-1}>
            Sign up
          </h2>
          <p>
            {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}.{' '}
            <button type="button" className="link-button" onClick={signUp.close}>
              Back to the event
            </button>
          </p>
        </header>
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
  const typed = signUp.typed()
  const { firstName = '', lastName = '', email = '' } = typed ?? {}
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
        <p>This retreat is currently full, please check back here in case there are any cancellations</p>
      )}
    </div>
  )
}
