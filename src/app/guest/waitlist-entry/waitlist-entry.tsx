/**
 * The page of a guest's waitlist entry. Its link is in an e-mail. On this page the guest confirms the e-mail
 * address (docs/decisions/0030), sees the entry's position, or leaves the waitlist (R32.2).
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
 * The waitlist entry that this request has just deleted. The entry's link no longer works, but the reply must
 * still name the event.
 */
const leftContext = createContext<Place | null>(null)

/**
 * Handles the forms of a browser without JavaScript. They confirm the waitlist entry, ask before leaving the
 * waitlist, or leave it.
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
    heading: 'This link no longer works',
    text: `When you leave a waitlist, we delete your name and address. If nobody confirms a place, we delete it after a week. If you did neither, check that the link is complete, as in your email, or write to ${venue.email}.`,
  },
  410: PURGED,
}

export const ErrorBoundary = ErrorPage

export function headers({ actionHeaders, loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  if (errorHeaders) return errorHeaders
  return actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders
}

export const meta: Route.MetaFunction = () => privateMeta('Your place on the waitlist')

export default function WaitlistEntryPage({
  loaderData: { token, place, left },
  actionData,
}: Route.ComponentProps) {
  const { event } = place
  return (
    <>
      <PageBanner picture={event.mainImage ?? 'road'} light>
        <h1>Your place on the waitlist.</h1>
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
  /**
   * Why the server refused the confirmation by a browser without JavaScript. Null if the server did not
   * refuse it.
   */
  refusedBefore: string | null
  asksToLeave: boolean
}

/**
 * Renders the button that confirms the waitlist entry. After the confirmation, renders the entry's position
 * and the button to leave the waitlist.
 */
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
          title="You’re off the waitlist, and your data is deleted."
          ref={focusOnMount}
          text="We deleted your name, your email address, and the emails we sent you about this waitlist. This link no longer works."
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
        <PlainForm aria-label="Confirm your place" onSend={() => void confirm()}>
          <h2>{ask.title}</h2>
          <p className="prose">{ask.text}</p>
          {refused !== null && <Alert tone="bad" title={refused} />}
          <SubmitButton busy={busy}>
            {state === 'unconfirmed' ? 'Confirm my place' : 'Join again'}
          </SubmitButton>
        </PlainForm>
      )}
      <LeaveWaitlist token={token} place={place} asked={asksToLeave} onLeft={() => setLeft(true)} />
    </div>
  )
}

/**
 * Returns the texts that ask the guest to confirm the waitlist entry, or to rejoin the waitlist. Returns null
 * if there is nothing to ask.
 */
function describeQuestion({ state, size, event }: Place): { title: string; text: string } | null {
  if (event.cancelled || event.hasHappened) return null
  switch (state) {
    case 'unconfirmed':
      return {
        title: 'Confirm your place on the waitlist',
        text: `Someone asked to join this waitlist${describeSize(size)} with your email address. If that was you, confirm here. It’s free, and you can say no later. If it wasn’t you, just close this page, and we delete the address after a week.`,
      }
    case 'booked':
    case 'declined':
    case 'lapsed':
      return {
        title: 'You’re not on the waitlist right now',
        text: `${OFFER_OVER[state]} To wait for ${size === 1 ? 'a spot' : plural(size, 'spot')} again, rejoin at the end of the waitlist.`,
      }
    default:
      return null
  }
}

const describeSize = (size: number) => (size === 1 ? '' : ` for ${plural(size, 'spot')}`)

const OFFER_OVER = {
  booked: 'You accepted our offer.',
  declined: 'You declined our offer.',
  lapsed: 'Our offer to you expired and went to the next person.',
}

type Words = [tone: 'good' | 'warn', title: string, text: string]

const warn = (title: string, text: string): Words => ['warn', title, text]

function describePosition({ state, position, size, event }: Place): Words {
  if (event.cancelled)
    return warn(
      'This retreat has been canceled.',
      'We’re sorry: we had to call it off, so this waitlist is closed.',
    )
  if (event.hasHappened)
    return warn('This retreat has already started.', 'It’s too late to join this one. Come another time.')
  if (state === 'skipped')
    return warn(
      'You’re not on the waitlist anymore.',
      'We removed you from the waitlist. If that surprises you, just reply to our email.',
    )
  if (state === 'offered')
    return [
      'good',
      size === 1 ? 'A spot is held for you.' : `${plural(size, 'spot')} are held for you.`,
      'Use the link in our latest email to accept or decline. We hold the offer for one day.',
    ]
  const number = position === null ? '' : `You’re number ${position} on the waitlist${describeSize(size)}. `
  const next =
    size === 1
      ? 'When a spot opens for you, we’ll email you and hold it for a day.'
      : 'When that many are free together, we’ll email you and hold them for a day. Need more or fewer? Write to us, and you keep your place.'
  return ['good', 'Thank you. You’re on the waitlist.', `${number}${next} Nothing to pay until then.`]
}

/**
 * Form values of the two buttons that leave the waitlist. `LEAVE` asks for a confirmation, and `LEAVE_SURELY`
 * is the confirmation.
 */
const LEAVE = 'leave'
const LEAVE_SURELY = 'leave-surely'
/**
 * The HTML id of the heading to which the page scrolls when it asks whether the guest wants to leave the
 * waitlist.
 */
const LEAVE_HEADING = 'leave-heading'

interface LeaveWaitlistProps {
  token: string
  place: Place
  asked: boolean
  onLeft: () => void
}

/**
 * Renders the button that leaves the waitlist and deletes the guest's name and e-mail address. The button
 * asks for a confirmation first, in a dialog or on a reloaded page.
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
        <Alert tone="warn" title={`${words.does}?`} text={`${words.question} Press again if you’re sure.`} />
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
        keeps={words.keeps}
        onConfirm={() => send({ body: { token } })}
        onDone={onLeft}
      >
        <p>{words.question}</p>
      </ConfirmDialog>
    </Section>
  )
}

const DELETED =
  'We immediately delete your name, your email address, and the emails we sent you about this waitlist.'

const LEAVING = { title: 'Changed your mind?', does: 'Leave the waitlist', keeps: 'Keep my place' }

const DELETING = { title: 'What we know about you', does: 'Delete my name and address', keeps: 'Keep it' }

/**
 * Returns the texts for leaving the waitlist. An entry that has no position gets other texts, because only
 * its data is left to delete.
 */
function describeLeaving({ state, size, event }: Place) {
  const over = event.cancelled || event.hasHappened
  if (state === 'waiting' && !over)
    return {
      ...LEAVING,
      text: `You can leave at any time. ${DELETED}`,
      question: `You lose your place on the waitlist. ${DELETED}`,
    }
  if (state === 'offered' && !over) {
    const next = size === 1 ? 'The spot then goes' : 'The spots then go'
    return {
      ...LEAVING,
      text: `You can leave at any time. ${next} to the next person. ${DELETED}`,
      question: `You lose our offer. ${next} to the next person. ${DELETED}`,
    }
  }
  if (state === 'unconfirmed' && !over)
    return {
      ...DELETING,
      text: 'We have your name and email address for this waitlist. Unless you confirm your place, we delete them after a week. You can also delete them right now.',
      question: DELETED,
    }
  const stay =
    state === 'booked' ? ' This doesn’t change your stay. Its own page has the same button for later.' : ''
  return {
    ...DELETING,
    text: `We keep your name and email address for this waitlist until the retreat is over. You can delete them sooner.${stay}`,
    question: `${DELETED}${stay}`,
  }
}
