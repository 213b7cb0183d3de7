/** The way off the waitlist, behind the link of the mail: name and address are deleted with it (R32.2). */
import { useState } from 'react'
import { leaveQueue, type Place } from '#features/waitlist/contract/entries.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useHydrated } from '#ui/tab-state.ts'
import { Section } from '#ui/paper.tsx'
import { PlainForm } from '#ui/field.tsx'
import '../offer/offer.css'

/** The value by which the plain form of a browser without JavaScript says that it is this one. */
export const LEAVE = 'leave'

/** Asks once more before it; without JavaScript the button alone does it. */
export function LeaveQueue({ token, place, onLeft }: { token: string; place: Place; onLeft: () => void }) {
  const [asking, setAsking] = useState(false)
  const { send } = useApiMutation(leaveQueue)
  const started = useHydrated()
  const words = wordsOf(place)
  return (
    <Section className="place-leave" id="leave-heading" title={words.title}>
      <p className="prose">{words.text}</p>
      <PlainForm aria-label={words.does} onSend={() => setAsking(true)}>
        <Button
          type="submit"
          look="plain"
          name="do"
          value={LEAVE}
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

const GONE =
  'Your name and email address, and the emails we sent to it about this waitlist, are deleted at once.'

const LEAVING = { title: 'Changed your mind?', does: 'Leave the waitlist' }

const DELETING = { title: 'What we know about you', does: 'Delete my name and address' }

/** Whoever is in line leaves it; of whoever is not, only what is stored is left to delete. */
function wordsOf({ state, event }: Place) {
  const over = event.cancelled || event.hasHappened
  if (state === 'waiting' && !over)
    return {
      ...LEAVING,
      text: `Leave whenever you like. ${GONE}`,
      question: `You lose your place in line. ${GONE}`,
    }
  if (state === 'offered' && !over)
    return {
      ...LEAVING,
      text: `Leave whenever you like; what is held for you goes to the next in line. ${GONE}`,
      question: `What is held for you goes to the next in line. ${GONE}`,
    }
  if (state === 'unconfirmed' && !over)
    return {
      ...DELETING,
      text: 'For this waitlist we have your name and your email address. Unless you take the place they are deleted after a week, or here at once.',
      question: GONE,
    }
  const stay =
    state === 'booked' ? ' Your booked stay is not touched: its own page has the same button for later.' : ''
  return {
    ...DELETING,
    text: `For this waitlist we have your name and your email address, until the retreat is over, unless you have them deleted before.${stay}`,
    question: `${GONE}${stay}`,
  }
}
