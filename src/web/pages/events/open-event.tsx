import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import type { EventDetails } from '#features/events/contract/events.ts'
import { Reserved } from '#features/booking/ui/guest/sign-up-outcome.tsx'
import { useSignUp } from '#features/booking/ui/guest/use-sign-up.ts'
import { entryDraft, forgetJoined } from '#features/waitlist/ui/entry-draft.ts'
import { callToAction, opensForm } from '#features/events/ui/availability.ts'
import { browserCall } from '#web/browser-call.ts'
import { paths } from '#web/paths.ts'
import { Paper } from '#ui/paper.tsx'
import { EventBody, EventScene, PdfBody, PRESSED } from './event-body.tsx'
import type { ForAdmin } from './admin/admin-event.ts'
import { FORM_HEADING, SignUpSheet, WaitlistSheet } from './event-forms.tsx'

const AdminSection = lazy(() => import('./admin/admin-section.tsx'))

interface OpenEventProps {
  event: EventDetails
  /** The admin section's data; null for everybody else. */
  admin: ForAdmin | null
}

/** An event that may be read: its page, or the form that its call to action opened. */
export function OpenEvent({ event, admin }: OpenEventProps) {
  const { revalidate } = useRevalidator()
  const [joining, setJoining] = useState(false)
  const signUp = useSignUp({
    eventId: event.id,
    dueNow: event.dueNow,
    call: browserCall,
    onStale: () => void revalidate(),
  })
  const { state } = signUp
  const act = () => {
    if (callToAction(event) === 'waitlist') showForm(() => setJoining(true))
    else showForm(signUp.open)
  }
  // The button was pressed before the scripts were there.
  const catchUp = useEffectEvent(() => {
    const address = new URL(window.location.href)
    if (!address.searchParams.has(PRESSED)) return
    address.searchParams.delete(PRESSED)
    window.history.replaceState(window.history.state, '', address)
    if (opensForm(callToAction(event)) && state.stage === 'closed') act()
  })
  useEffect(() => queueMicrotask(catchUp), [])
  // A waitlist form that a reload cut off is there again, or its outcome; so is a sign-up.
  const rejoin = useEffectEvent((eventId: number) => {
    if (callToAction(event) === 'waitlist' && entryDraft(eventId).read()) setJoining(true)
  })
  useEffect(() => queueMicrotask(() => rejoin(event.id)), [event.id])
  const Body = event.pdfLink ? PdfBody : EventBody
  return (
    <>
      <EventScene event={event} admin={admin !== null} />
      {state.stage === 'done' && (
        <Paper over>
          <Reserved
            done={state.done}
            privateHref={paths.completeReservation(state.done.uuid)}
            calendarHref={paths.eventCalendar(event.urlName)}
            onAnother={callToAction(event) === 'sign_up' ? () => showForm(signUp.startOver) : null}
          />
        </Paper>
      )}
      {state.stage === 'open' ? (
        <SignUpSheet event={event} signUp={signUp} alert={state.alert} busy={state.busy} />
      ) : joining ? (
        <WaitlistSheet
          event={event}
          onBack={() => {
            forgetJoined(event.id)
            setJoining(false)
          }}
          onSpotFree={() => {
            setJoining(false)
            void revalidate()
          }}
        />
      ) : (
        <Body event={event} onAct={state.stage === 'done' ? null : act} />
      )}
      {admin && <AdminSection event={event} admin={admin} onChanged={() => void revalidate()} />}
    </>
  )
}

/** The sign-up button scrolls the page to 200px; the form's heading takes the focus (R10.8). */
function showForm(open: () => void) {
  flushSync(open)
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 200, behavior: calm ? 'instant' : 'smooth' })
  document.getElementById(FORM_HEADING)?.focus({ preventScroll: true })
}
