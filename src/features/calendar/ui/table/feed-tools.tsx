/** How admins make and end the address for phones; only their chunk holds it. */
import { useState } from 'react'
import type { Call } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { type FeedAddress, makeFeedAddress, revokeFeedAddress } from '#features/calendar/contract.ts'
import { FEED_PANEL } from './feed-panel.tsx'

interface FeedToolsProps {
  feed: FeedAddress
  call: Call
  announce: (words: string) => void
  onFeed: (feed: FeedAddress) => void
}

type Wish = 'make' | 'end'
interface Step {
  wish: Wish
  busy: boolean
  failure: string | null
}

const WORDS = {
  make: {
    text: 'The old link stops working: every phone that shows the calendar needs the new one.',
    button: 'Create a new link',
    done: 'Created a new link',
  },
  end: {
    text: 'Phones that show the calendar stop updating. You can create another link at any time.',
    button: 'Remove the link',
    done: 'Removed the link',
  },
} as const

export default function FeedTools({ feed, call, announce, onFeed }: FeedToolsProps) {
  const [step, setStep] = useState<Step | null>(null)
  const keepFocus = useFocusKept(FEED_PANEL)
  const act = async (wish: Wish) => {
    setStep({ wish, busy: true, failure: null })
    const done = wish === 'make' ? await call(makeFeedAddress) : await call(revokeFeedAddress)
    if (!done.ok) return setStep({ wish, busy: false, failure: done.message })
    setStep(null)
    // The pressed button disappears: the focus is kept near it.
    keepFocus()
    onFeed('feed' in done.data ? done.data.feed : null)
    announce(WORDS[wish].done)
  }
  const ask = (wish: Wish) => () => setStep({ wish, busy: false, failure: null })
  const close = () => {
    if (!step?.busy) setStep(null)
  }
  if (!feed)
    return (
      <>
        {step?.failure && <Alert tone="bad">{step.failure}</Alert>}
        <Button look="plain" busy={step?.busy ?? false} onClick={() => void act('make')}>
          Create a link
        </Button>
      </>
    )
  return (
    <>
      <div className="button-row calendar-feed-tools">
        <Button look="plain" aria-haspopup="dialog" onClick={ask('make')}>
          Create a new link
        </Button>
        <Button look="plain" aria-haspopup="dialog" onClick={ask('end')}>
          Remove the link
        </Button>
      </div>
      <Dialog open={step !== null} onClose={close} title="Are you sure?" backdrop="static" alert>
        {step && (
          <>
            <p>{WORDS[step.wish].text}</p>
            {step.failure && <Alert tone="bad">{step.failure}</Alert>}
            <div className="button-row">
              <Button look="plain" onClick={close}>
                Cancel
              </Button>
              <Button busy={step.busy} onClick={() => void act(step.wish)}>
                {WORDS[step.wish].button}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}
