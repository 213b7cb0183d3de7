import { useState } from 'react'
import { SignUpForm } from '#features/booking/ui/guest/sign-up-form.tsx'
import { companionName } from '#features/booking/ui/guest/sign-up-values.ts'
import type { SignUp } from '#features/booking/ui/guest/use-sign-up.ts'
import { MOST_IN_PARTY } from '#features/booking/domain/party.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { FULL } from '#features/events/ui/availability.ts'
import { PaymentSchedule } from '#features/events/ui/payment-schedule.tsx'
import { isLodgingMissing } from '#features/events/domain/offered-options.ts'
import { payWords, scheduleWords, totalWords } from '#features/events/ui/price.ts'
import { WaitlistForm } from '#features/waitlist/ui/waitlist-form.tsx'
import { Alert } from '#ui/alert.tsx'
import { TextButton } from '#ui/button.tsx'
import { Paper } from '#ui/paper.tsx'
import { useSite } from '#web/site.ts'
import { RefundLine } from './event-body.tsx'
import { FORM_HEADING, FormHead, type FormHeadProps } from './form-head.tsx'
import './sign-up-sheet.css'

interface SignUpSheetProps extends Pick<FormHeadProps, 'fresh' | 'onBack'> {
  event: EventDetails
  signUp: SignUp
  /** So many can come along; as many as there are spots left, unless told. */
  most?: number
}

/** The sign-up form with what it costs beside it, before any field. */
export function SignUpSheet({ event, signUp, fresh, onBack, most }: SignUpSheetProps) {
  const site = useSite()
  const [waiting, setWaiting] = useState(false)
  const { companions, sums, priced } = signUp
  const people = companions.length + 1
  const hasLodging = ({ options }: { options: number[] }) => !isLodgingMissing(event.options, options)
  const isChosen = companions.every(hasLodging) && hasLodging({ options: signUp.picked })
  return (
    <Paper over labelledBy={FORM_HEADING}>
      <div className="sheet-grid">
        <FormHead title="Sign up" event={event} fresh={fresh} onBack={onBack} />
        <aside className="sheet-aside" aria-label="What it costs">
          <PaymentSchedule event={priced} people={people === 1 ? [] : costOfEach(event, companions, sums)} />
          {priced.dueNow > 0 && <RefundLine event={priced} />}
          {priced.dueNow <= 0 && isChosen && <p>Nothing to pay, and no card is needed.</p>}
        </aside>
        {signUp.state.at === 'full' && (people === 1 || event.isFull || waiting) ? (
          <LastSpotGone event={event} signUp={signUp} onBack={waiting ? () => setWaiting(false) : null} />
        ) : (
          <SignUpForm
            signUp={signUp}
            payments={site?.payments ?? { publishableKey: '', scriptUrl: null }}
            event={event}
            most={most ?? mostAlong(event, signUp)}
            total={totalWords(priced, isChosen, people)}
            charge={priced.dueNow > 0 ? <p>{scheduleWords(priced)}</p> : null}
            payLabel={payWords(priced, people)}
            onWait={event.showWaitlist ? () => setWaiting(true) : null}
          />
        )}
      </div>
    </Paper>
  )
}

/** How many can come along: who holds spots already may want more of them, which are told when asked for. */
function mostAlong({ spots, reservedSpots }: EventDetails, { isHeld }: SignUp): number {
  const most = MOST_IN_PARTY - 1
  return isHeld ? most : Math.max(0, Math.min(most, spots - reservedSpots - 1))
}

const costOfEach = (event: EventDetails, companions: SignUp['companions'], sums: readonly number[]) =>
  sums.map((sum, index) => {
    const companion = companions[index - 1]
    return {
      guest: index + 1,
      name: companion ? companionName(companion, index - 1) : 'You',
      amount: event.cost + sum,
    }
  })

interface LastSpotGoneProps {
  event: EventDetails
  signUp: SignUp
  /** Spots are left, but too few for all who come: back to signing up fewer. Null: none is left. */
  onBack: (() => void) | null
}

/** The last spot went while this guest was typing: nothing was charged, and the waitlist is one press away. */
function LastSpotGone({ event, signUp, onBack }: LastSpotGoneProps) {
  const { firstName = '', lastName = '', email = '' } = signUp.typed() ?? {}
  return (
    <div>
      {onBack ? (
        <Alert tone="warn" title={`We write to you when ${signUp.companions.length + 1} spots are free.`}>
          <TextButton onClick={onBack}>Back to the sign-up</TextButton>
        </Alert>
      ) : (
        <Alert tone="bad" title="No spaces left">
          <p>Someone took the last spot in the meantime. Nothing was charged.</p>
        </Alert>
      )}
      {event.showWaitlist ? (
        <WaitlistForm
          eventId={event.id}
          spots={event.spots}
          initial={{ firstName, lastName, email, size: `${signUp.companions.length + 1}` }}
          onSpotFree={signUp.open}
        />
      ) : (
        <p>{FULL}</p>
      )}
    </div>
  )
}
