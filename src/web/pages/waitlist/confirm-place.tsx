import { useEffect, useRef, useState } from 'react'
import { confirmPlace, type Place } from '#features/waitlist/contract/entries.ts'
import { LinkButton, SubmitButton } from '#ui/button.tsx'
import { Alert } from '#ui/alert.tsx'
import { useCall } from '#ui/api.tsx'
import { plural } from '#shared/text.ts'
import { paths } from '#web/paths.ts'
import { LeaveQueue } from './leave-queue.tsx'

interface ConfirmPlaceProps {
  token: string
  known: Place
  /** Why the plain form of a browser without JavaScript was refused. */
  refusedBefore: string | null
}

/** The button that takes the place; once it is pressed, where one stands; and the way off the waitlist. */
export function ConfirmPlace({ token, known, refusedBefore }: ConfirmPlaceProps) {
  const call = useCall()
  const [confirmed, setConfirmed] = useState<Place | null>(null)
  const [left, setLeft] = useState(false)
  const [refused, setRefused] = useState(refusedBefore)
  const [busy, setBusy] = useState(false)
  const place = confirmed ?? known
  const { state } = place
  const ask = askingWords(place)

  const confirm = async () => {
    if (busy) return
    setBusy(true)
    setRefused(null)
    const done = await call(confirmPlace, { body: { token } })
    setBusy(false)
    if (done.ok) setConfirmed(done.data)
    else setRefused(done.message)
  }
  if (left) return <Left event={place.event} />
  return (
    <div data-hydrate>
      {ask === null ? (
        <Standing place={place} focused={confirmed !== null} />
      ) : (
        <form
          method="post"
          aria-label="Take your place"
          onSubmit={(submit) => {
            submit.preventDefault()
            void confirm()
          }}
        >
          <h2>{ask.title}</h2>
          <p className="prose">{ask.text}</p>
          {refused !== null && <Alert tone="bad" title={refused} />}
          <SubmitButton busy={busy}>{state === 'unconfirmed' ? 'Take my place' : 'Join again'}</SubmitButton>
        </form>
      )}
      {ask === null && <Onward event={place.event} />}
      <LeaveQueue token={token} place={place} onLeft={() => setLeft(true)} />
    </div>
  )
}

function Onward({ event }: Pick<Place, 'event'>) {
  return (
    <p className="button-row">
      {!event.private && !event.hasHappened && (
        <LinkButton to={paths.event(event.urlName)} look="plain">
          See the event
        </LinkButton>
      )}
      <LinkButton to={paths.events} look="plain">
        All events
      </LinkButton>
    </p>
  )
}

function Left({ event }: Pick<Place, 'event'>) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <>
      <Alert tone="good" title="You are off the waitlist, and your data is deleted." ref={notice}>
        <p>
          Gone are your name, your email address, and the emails we sent to it about this waitlist. This link
          opens nothing any more.
        </p>
      </Alert>
      <Onward event={event} />
    </>
  )
}

/** Null when there is nothing to press. */
function askingWords({ state, size, event }: Place): { title: string; text: string } | null {
  if (event.cancelled || event.hasHappened) return null
  switch (state) {
    case 'unconfirmed':
      return {
        title: 'One press, and you are in line',
        text: `Somebody has asked for a place on this waitlist${forWords(size)} with your address. If it was you, take it here. If not, just close this page: no place is held, and the address is deleted after a week. It costs nothing, and you can say no later.`,
      }
    case 'booked':
    case 'declined':
    case 'lapsed':
      return {
        title: 'You are not in line now',
        text: `${TURN_OVER[state]} If you would like to wait for ${size === 1 ? 'a spot' : plural(size, 'spot')} again, join at the end of the line.`,
      }
    default:
      return null
  }
}

const forWords = (size: number) => (size === 1 ? '' : ` for ${plural(size, 'spot')}`)

const TURN_OVER = {
  booked: 'You took what came free.',
  declined: 'You declined what came free.',
  lapsed: 'We held what came free for you, and it went to the next.',
}

function Standing({ place, focused }: { place: Place; focused: boolean }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) notice.current?.focus()
  }, [focused])
  const { tone, title, text } = standingWords(place)
  return (
    <Alert tone={tone} title={title} ref={notice}>
      <p>{text}</p>
    </Alert>
  )
}

function standingWords({ state, position, size, event }: Place): {
  tone: 'good' | 'warn'
  title: string
  text: string
} {
  if (event.cancelled)
    return {
      tone: 'warn',
      title: 'This event is canceled.',
      text: 'We had to call it off, so there is no line to wait in. We are sorry.',
    }
  if (event.hasHappened)
    return {
      tone: 'warn',
      title: 'This retreat has begun.',
      text: 'There is no spot to wait for any more. Come another time.',
    }
  if (state === 'offered')
    return {
      tone: 'good',
      title: size === 1 ? 'A spot is held for you.' : `${plural(size, 'spot')} are held for you.`,
      text: 'Look for our latest email: its link leads on from here. We hold what came free for a day.',
    }
  if (state === 'skipped')
    return {
      tone: 'warn',
      title: 'You are not in line now.',
      text: 'We have removed you from the line. If that surprises you, just reply to our email.',
    }
  return {
    tone: 'good',
    title: 'Thank you, you are on the waitlist.',
    text: `${position === null ? '' : `You are number ${position} in line${forWords(size)}. `}${
      size === 1
        ? 'We email you as soon as a spot opens for you, and hold it for a day.'
        : 'We email you as soon as so many are free together, and hold them for a day. Want more or fewer? Write to us, and you keep your place.'
    } Nothing to pay until then.`,
  }
}
