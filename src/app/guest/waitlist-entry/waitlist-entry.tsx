/**
 * The page of a guest's waitlist entry. Its link is in an e-mail. The guest confirms the e-mail address
 * (docs/decisions/0030), sees the position, or leaves the waitlist (R32.2).
 */
import { useState } from 'react'
import { createContext, data } from 'react-router'
import {
  confirmEntry,
  getEntry,
  leaveWaitlist,
  type Place,
} from '#domain/booking/waitlist/contract/entries.ts'
import { formatDayRange } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import { Alert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { SubmitButton, Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/dialog.tsx'
import { PlainForm } from '#app/ui/field.tsx'
import { focusOnMount } from '#app/ui/focus.ts'
import { Panel, Section } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { useHydrated } from '#app/ui/tab-store.ts'
import { callContext } from '#app/server-context.ts'
import { ErrorPage } from '#app/error-page.tsx'
import { Onward } from '../offer/offer-over.tsx'
import { PRIVATE, privateDataOf, privateMeta, PURGED } from '#app/private-page.ts'
import type { Route } from './+types/waitlist-entry'
import { Text } from '#app/ui/text.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params
  const left = context.get(leftContext)
  const find = () => context.get(callContext)(getEntry, { query: { token } })
  const place = left ?? privateDataOf(await find(), GONE)
  return data({ token, place, left: left !== null }, { headers: PRIVATE })
}

/**
 * The entry that this request has just deleted. Its link no longer works, but the reply still shows the
 * event.
 */
const leftContext = createContext<Place | null>(null)

/**
 * Handles the forms that a browser without JavaScript submits: confirm the entry, ask before leaving, leave.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const { token } = params
  const pressed = (await request.formData()).get('do')
  if (pressed === LEAVE) return data({ asks: true, refused: null }, { headers: PRIVATE })
  const leaves = pressed === LEAVE_SURELY
  const before = leaves ? await call(getEntry, { query: { token } }) : null
  const done = await call(leaves ? leaveWaitlist : confirmEntry, { body: { token } })
  if (done.ok && before?.ok) context.set(leftContext, before.data)
  const refused = done.ok ? null : done.message
  return data({ asks: false, refused }, { status: done.ok ? 200 : done.status || 503, headers: PRIVATE })
}

const GONE = {
  404: {
    heading: 'Nothing is behind this link',
    text: `Whoever leaves a waitlist is deleted from it at once, and a place that is not confirmed after a week. If that was not you, check that the link is complete, as in your email, or write to ${venue.email}.`,
  },
  410: PURGED,
}

export const ErrorBoundary = ErrorPage

export function headers({ actionHeaders, loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  if (errorHeaders) return errorHeaders
  return actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders
}

export const meta: Route.MetaFunction = () => privateMeta('Your place in line')

export default function WaitlistEntryPage({
  loaderData: { token, place, left },
  actionData,
}: Route.ComponentProps) {
  const { event } = place
  return (
    <>
      <PageBanner picture={event.mainImage ?? 'road'} light>
        <h1>Your place in line.</h1>
        <p>
          <Text>
            {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}
          </Text>
        </p>
      </PageBanner>
      <Panel over>
        <ConfirmEntry
          token={token}
          known={place}
          leftBefore={left}
          refusedBefore={actionData?.refused ?? null}
          asksToLeave={actionData?.asks ?? false}
        />
      </Panel>
    </>
  )
}

interface ConfirmEntryProps {
  token: string
  known: Place
  leftBefore: boolean
  /** Why the server refused the form of a browser without JavaScript. Null if it refused nothing. */
  refusedBefore: string | null
  asksToLeave: boolean
}

/** Renders the button that confirms the entry. Afterwards renders its position and the button to leave. */
function ConfirmEntry({ token, known, leftBefore, refusedBefore, asksToLeave }: ConfirmEntryProps) {
  const { send, busy, failed } = useApiMutation(confirmEntry)
  const [confirmed, setConfirmed] = useState<Place | null>(null)
  const [left, setLeft] = useState(leftBefore)
  const place = confirmed ?? known
  const { state } = place
  const ask = describeQuestion(place)

  const refused = busy ? null : (failed?.message ?? refusedBefore)
  const confirm = async () => {
    const done = await send({ body: { token } })
    if (done?.ok) setConfirmed(done.data)
  }
  if (left)
    return (
      <>
        <Alert
          tone="good"
          title="You are off the waitlist, and your data is deleted."
          ref={focusOnMount}
          text="Gone are your name, your email address, and the emails we sent to it about this waitlist. This link opens nothing any more."
        />
        <Onward event={place.event} />
      </>
    )
  const [tone, title, text] = describePosition(place)
  return (
    <div data-hydrate>
      {ask === null ? (
        <>
          <Alert tone={tone} title={title} ref={confirmed === null ? undefined : focusOnMount} text={text} />
          <Onward event={place.event} />
        </>
      ) : (
        <PlainForm aria-label="Take your place" onSend={() => void confirm()}>
          <h2>{ask.title}</h2>
          <p className="prose">{ask.text}</p>
          {refused !== null && <Alert tone="bad" title={refused} />}
          <SubmitButton busy={busy}>{state === 'unconfirmed' ? 'Take my place' : 'Join again'}</SubmitButton>
        </PlainForm>
      )}
      <LeaveWaitlist token={token} place={place} asked={asksToLeave} onLeft={() => setLeft(true)} />
    </div>
  )
}

/** Asks the guest to confirm the entry. Null if it needs no confirmation. */
function describeQuestion({ state, size, event }: Place): { title: string; text: string } | null {
  if (event.cancelled || event.hasHappened) return null
  switch (state) {
    case 'unconfirmed':
      return {
        title: 'One press, and you are in line',
        text: `Somebody has asked for a place on this waitlist${describeSize(size)} with your address. If it was you, take it here. If not, just close this page: no place is held, and the address is deleted after a week. It costs nothing, and you can say no later.`,
      }
    case 'booked':
    case 'declined':
    case 'lapsed':
      return {
        title: 'You are not in line now',
        text: `${OFFER_OVER[state]} If you would like to wait for ${size === 1 ? 'a spot' : plural(size, 'spot')} again, join at the end of the line.`,
      }
    default:
      return null
  }
}

const describeSize = (size: number) => (size === 1 ? '' : ` for ${plural(size, 'spot')}`)

const OFFER_OVER = {
  booked: 'You took what came free.',
  declined: 'You declined what came free.',
  lapsed: 'We held what came free for you, and it went to the next.',
}

type Words = [tone: 'good' | 'warn', title: string, text: string]

const warn = (title: string, text: string): Words => ['warn', title, text]

function describePosition({ state, position, size, event }: Place): Words {
  if (event.cancelled)
    return warn(
      'This event is canceled.',
      'We had to call it off, so there is no line to wait in. We are sorry.',
    )
  if (event.hasHappened)
    return warn('This retreat has begun.', 'There is no spot to wait for any more. Come another time.')
  if (state === 'skipped')
    return warn(
      'You are not in line now.',
      'We have removed you from the line. If that surprises you, just reply to our email.',
    )
  if (state === 'offered')
    return [
      'good',
      size === 1 ? 'A spot is held for you.' : `${plural(size, 'spot')} are held for you.`,
      'Look for our latest email: its link leads on from here. We hold what came free for a day.',
    ]
  const number = position === null ? '' : `You are number ${position} in line${describeSize(size)}. `
  const next =
    size === 1
      ? 'We email you as soon as a spot opens for you, and hold it for a day.'
      : 'We email you as soon as so many are free together, and hold them for a day. Want more or fewer? Write to us, and you keep your place.'
  return ['good', 'Thank you, you are on the waitlist.', `${number}${next} Nothing to pay until then.`]
}

/** Values of the form's buttons: the button to leave, and the button that confirms it. */
const LEAVE = 'leave'
const LEAVE_SURELY = 'leave-surely'
/** Id of the heading to which the page scrolls when it asks whether to leave. */
const LEAVE_HEADING = 'leave-heading'

interface LeaveWaitlistProps {
  token: string
  place: Place
  asked: boolean
  onLeft: () => void
}

/**
 * Renders the button that leaves the waitlist, which deletes name and address. It asks first, in a dialog or
 * on a reloaded page.
 */
function LeaveWaitlist({ token, place, asked, onLeft }: LeaveWaitlistProps) {
  const [asking, setAsking] = useState(asked)
  const { send } = useApiMutation(leaveWaitlist)
  const started = useHydrated()
  const words = describeLeaving(place)
  return (
    <Section className="place-leave" id={LEAVE_HEADING} title={words.title}>
      <p className="prose">{words.text}</p>
      {asked && !started && (
        <Alert
          tone="warn"
          title={`${words.does}?`}
          text={`${words.question} Press once more if you are sure.`}
        />
      )}
      <PlainForm aria-label={words.does} action={`#${LEAVE_HEADING}`} onSend={() => setAsking(true)}>
        <Button
          type="submit"
          look="plain"
          name="do"
          value={asked ? LEAVE_SURELY : LEAVE}
          aria-haspopup={started ? 'dialog' : undefined}
        >
          {words.does}
        </Button>
      </PlainForm>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`${words.does}?`}
        does={words.does}
        keeps="Keep it"
        onConfirm={() => send({ body: { token } })}
        onDone={onLeft}
      >
        <p>{words.question}</p>
      </ConfirmDialog>
    </Section>
  )
}

const DELETED =
  'Your name and email address, and the emails we sent to it about this waitlist, are deleted at once.'

const LEAVING = { title: 'Changed your mind?', does: 'Leave the waitlist' }

const DELETING = { title: 'What we know about you', does: 'Delete my name and address' }

/**
 * Returns the texts for leaving the waitlist. An entry without a position has other texts, because it only
 * deletes its data.
 */
function describeLeaving({ state, event }: Place) {
  const over = event.cancelled || event.hasHappened
  if (state === 'waiting' && !over)
    return {
      ...LEAVING,
      text: `Leave whenever you like. ${DELETED}`,
      question: `You lose your place in line. ${DELETED}`,
    }
  if (state === 'offered' && !over)
    return {
      ...LEAVING,
      text: `Leave whenever you like; what is held for you goes to the next in line. ${DELETED}`,
      question: `What is held for you goes to the next in line. ${DELETED}`,
    }
  if (state === 'unconfirmed' && !over)
    return {
      ...DELETING,
      text: 'For this waitlist we have your name and your email address. Unless you take the place they are deleted after a week, or here at once.',
      question: DELETED,
    }
  const stay =
    state === 'booked' ? ' Your booked stay is not touched: its own page has the same button for later.' : ''
  return {
    ...DELETING,
    text: `For this waitlist we have your name and your email address, until the retreat is over, unless you have them deleted before.${stay}`,
    question: `${DELETED}${stay}`,
  }
}
