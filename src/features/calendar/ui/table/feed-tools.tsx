/** How admins make and end the address for phones; only their chunk holds it. */
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { type FeedAddress, makeFeedAddress, revokeFeedAddress } from '#features/calendar/contract.ts'
import { FEED_PANEL } from './feed-panel.tsx'

interface FeedToolsProps {
  feed: FeedAddress
  onFeed: (feed: FeedAddress) => void
}

const QUESTIONS = {
  make: {
    text: 'The old link stops working: every phone that shows the calendar needs the new one.',
    does: 'Create a new link',
  },
  end: {
    text: 'Phones that show the calendar stop updating. You can create another link at any time.',
    does: 'Remove the link',
  },
} as const

export default function FeedTools({ feed, onFeed }: FeedToolsProps) {
  const announce = useAnnounce()
  const [asking, setAsking] = useState<keyof typeof QUESTIONS>('make')
  const [open, setOpen] = useState(false)
  const making = useApiMutation(makeFeedAddress)
  const ending = useApiMutation(revokeFeedAddress)
  const keepFocus = useFocusKept(FEED_PANEL)
  const show = (next: FeedAddress, done: string) => {
    // The pressed button disappears: the focus is kept near it.
    keepFocus()
    onFeed(next)
    announce(done)
    return null
  }
  const make = async () => {
    const made = await making.send()
    return made?.ok ? show(made.data.feed, 'Created a new link') : made
  }
  const end = async () => {
    const ended = await ending.send()
    return ended?.ok ? show(null, 'Removed the link') : ended
  }
  if (!feed)
    return (
      <>
        <FailureAlert failed={making.failed} />
        <Button look="plain" busy={making.busy} onClick={() => void make()}>
          Create a link
        </Button>
      </>
    )
  const ask = (what: keyof typeof QUESTIONS) => () => {
    setAsking(what)
    setOpen(true)
  }
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
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Are you sure?"
        does={QUESTIONS[asking].does}
        onConfirm={asking === 'make' ? make : end}
      >
        <p>{QUESTIONS[asking].text}</p>
      </ConfirmDialog>
    </>
  )
}
