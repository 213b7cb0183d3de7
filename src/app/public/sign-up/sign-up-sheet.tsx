import { useState, type ReactNode } from 'react'
import { useRevalidator, Link } from 'react-router'
import { MOST_IN_PARTY } from '#domain/booking/domain/party.ts'
import { SignUpForm } from '#app/public/sign-up/sign-up-form.tsx'
import { isOpen } from '#app/public/sign-up/sign-up-machine.ts'
import { Reserved } from '#app/public/sign-up/sign-up-outcome.tsx'
import { describeSummary, payLabel, PriceSummary, summarize } from '#app/public/sign-up/price-summary.tsx'
import { numbered, type SignUpDone } from '#app/public/sign-up/sign-up-draft.ts'
import { type SignUp, type SignUpOptions, useSignUp } from '#app/public/sign-up/use-sign-up.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { FULL } from '#app/public/event/availability.tsx'
import { WaitlistForm } from '#app/public/waitlist/waitlist-form.tsx'
import { formatDay, formatDayRange } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { Alert } from '#app/ui/alert.tsx'
import { TextButton } from '#app/ui/button.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { paths } from '#app/paths.ts'
import { useSite } from '#app/site.ts'
import { Refunds } from '../event/event-body.tsx'
import { FORM_HEADING, FormHead, type FormHeadProps } from './form-parts.tsx'
import { Money, Text } from '#app/ui/text.tsx'

/** Calls `useSignUp` with the site's settings and with the function that refetches the page. */
export function usePageSignUp(options: Omit<SignUpOptions, 'offersSavedCards' | 'wallets' | 'onStale'>) {
  const { revalidate } = useRevalidator()
  const { offersSavedCards = false, wallets = false } = useSite()?.payments ?? {}
  return useSignUp({ ...options, offersSavedCards, wallets, onStale: () => void revalidate() })
}

interface SignUpSheetProps extends Pick<FormHeadProps, 'fresh' | 'onBack'> {
  event: EventDetails
  signUp: SignUp
  /** The largest number of companions. If missing, the number of free spots limits the party. */
  most?: number
}

/** Renders the sign-up form, with the price of the event above its first field. */
export function SignUpSheet({ event, signUp, fresh, onBack, most }: SignUpSheetProps) {
  const site = useSite()
  const [waiting, setWaiting] = useState(false)
  const { companions, code, isHeld } = signUp
  const people = companions.length + 1
  const summary = summarize(event, { options: signUp.chosenIds, companions, code, isHeld })
  const { priced } = summary
  const isChosen = summary.open.length === 0
  const price = <PriceSummary summary={summary} />
  return (
    <Panel over labelledBy={FORM_HEADING}>
      <div className="sheet-grid">
        <FormHead title="Sign up" event={event} fresh={fresh} onBack={onBack} />
        <aside className="sheet-aside" aria-label="What it costs">
          {price}
          {priced.dueNow > 0 && (
            <Refunds
              event={event}
              priced={priced}
              what={isChosen ? 'you pay today' : 'you pay today with the cheapest lodging'}
            />
          )}
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
            total={describeSummary(summary)}
            price={price}
            charged={signUp.priced.dueNow > 0}
            payLabel={payLabel(summary)}
            onWait={event.showWaitlist ? () => setWaiting(true) : null}
          />
        )}
      </div>
    </Panel>
  )
}

/**
 * Returns the largest number of companions that a guest may add. If the guest already holds spots, only the
 * server knows how many are free.
 */
function mostAlong({ spotsLeft }: EventDetails, { isHeld }: SignUp): number {
  const most = MOST_IN_PARTY - 1
  return isHeld ? most : Math.max(0, Math.min(most, spotsLeft - 1))
}

interface LastSpotGoneProps {
  event: EventDetails
  signUp: SignUp
  onBack: (() => void) | null
}

/**
 * Offers the waitlist. If the guest did not ask for it (`onBack` is null), first says that someone took the
 * last spot while the guest was filling in the form, and that nothing was charged.
 */
function LastSpotGone({ event, signUp, onBack }: LastSpotGoneProps) {
  const { firstName = '', lastName = '', email = '' } = signUp.typedValues() ?? {}
  return (
    <div>
      {onBack ? (
        <Alert tone="warn" title={`We’ll email you when ${signUp.companions.length + 1} spots are free.`}>
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

interface ReservedSheetProps {
  event: EventDetails
  done: SignUpDone
  onAnother: (() => void) | null
}

/** Renders the confirmation of a sign-up and what the guest should do next (R31.5). */
export function ReservedSheet({ event, done, onAnother }: ReservedSheetProps) {
  const { uuid } = done
  const privateHref = uuid === null ? null : paths.completeReservation(uuid)
  return (
    <Panel over>
      <Reserved
        done={done}
        privateHref={privateHref}
        calendarHref={uuid === null ? paths.eventCalendar(event.urlName) : paths.reservationCalendar(uuid)}
        onAnother={onAnother}
        booking={<Booking event={event} done={done} />}
      >
        <NextSteps done={done} privateHref={privateHref} />
      </Reserved>
    </Panel>
  )
}

/** Renders what the guest has booked: dates, people, choices, what is paid and what is still due (R53.6). */
export function Booking({
  event,
  done,
}: {
  event: Pick<EventDetails, 'startDateDate' | 'endDateDate'>
  done: SignUpDone
}) {
  const { bill, paid } = done
  const due = bill === null ? 0 : bill.cost - paid
  return (
    <Facts
      className="booking"
      facts={[
        ['Dates', formatDayRange(event.startDateDate, event.endDateDate)],
        bill !== null && [
          bill.guests.length === 1 ? 'Guest' : 'Guests',
          <ul key="guests">
            {numbered(bill.guests).map(({ guest, of: { name, choices } }) => (
              <li key={guest}>
                <strong translate="no">{name}</strong>
                <Text>{choices.length > 0 && `: ${choices.join(', ')}`}</Text>
              </li>
            ))}
          </ul>,
        ],
        bill?.discount != null && [
          'Discount',
          <span key="off" translate="no">
            {bill.discount.code} −{formatMoney(bill.discount.cents)}
          </span>,
        ],
        bill !== null && bill.cost > 0 && ['Total', <Money key="total" cents={bill.cost} />],
        paid > 0 && ['Paid today', <Money key="paid" cents={paid} />],
        bill !== null && [
          'Still due',
          due <= 0
            ? 'Nothing'
            : `${formatMoney(due)}${bill.remainderDue === null ? '' : `, by ${formatDay(bill.remainderDue)}`}`,
        ],
      ]}
    />
  )
}

/**
 * Lists three steps after a sign-up. The second leads to the private page, whose link to the directions ticks them off
 * the guest's checklist.
 */
export function NextSteps({
  done,
  privateHref,
}: Pick<ReservedSheetProps, 'done'> & { privateHref: string | null }) {
  const { paid, bill } = done
  const isOpen = bill !== null && bill.cost > paid
  return (
    <section className="prose next-steps" aria-labelledby="next-steps">
      <h3 id="next-steps">What’s next</h3>
      <ol>
        <li>
          <Text>
            Keep the email with the link to your private page. There you can {isOpen && 'pay the remainder, '}
            update your details or cancel.
          </Text>
        </li>
        <li>
          Read the{' '}
          <a href={privateHref === null ? paths.directions : `${privateHref}#before-you-come`}>directions</a>{' '}
          before you set off: the signal ends before the road does.
        </li>
        <li>
          Pack with the <Link to={paths.packingList}>packing list</Link>.
        </li>
      </ol>
    </section>
  )
}

interface LinkedSignUpProps extends Pick<SignUpOptions, 'link' | 'initial' | 'companions'> {
  event: EventDetails
  /** True if the guest can no longer get a spot by the link. The page then shows no form. */
  closed?: boolean
  most: number
  /** Renders the explanation of the link, with the button that calls `open` to open the form. */
  children: (open: () => void) => ReactNode
}

/** Renders a sign-up by a link: the explanation of the link, then the form, then the confirmation. */
export function LinkedSignUp({ closed = false, most, children, ...options }: LinkedSignUpProps) {
  const { event } = options
  const signUp = usePageSignUp(options)
  const [opened, setOpened] = useState(false)
  const keepFocus = useFocusFallback('main')
  const { state } = signUp
  if (state.at === 'reserved') return <ReservedSheet event={event} done={state.done} onAnother={null} />
  if (isOpen(state) && !closed) {
    const back = () => {
      keepFocus()
      signUp.close()
    }
    return <SignUpSheet event={event} signUp={signUp} most={most} fresh={opened} onBack={back} />
  }
  return children(() => {
    setOpened(true)
    signUp.open()
  })
}
