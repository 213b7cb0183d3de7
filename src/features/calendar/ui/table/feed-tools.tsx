/** How admins make and end the address for phones; only their chunk holds it. */
import { Button } from '#ui/button.tsx'
import { FailureAlert } from '#ui/alert.tsx'
import { announce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useFocusKept } from '#ui/focus.ts'
import { type FeedAddress, makeFeedAddress, revokeFeedAddress } from '#features/calendar/contract.ts'
import { FEED_PANEL } from './feed-panel.tsx'
import { ConfirmButton } from '#ui/dialog-buttons.tsx'

interface FeedToolsProps {
  feed: FeedAddress
  onFeed: (feed: FeedAddress) => void
}

export default function FeedTools({ feed, onFeed }: FeedToolsProps) {
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
  return (
    <div className="button-row calendar-feed-tools">
      <ConfirmButton
        label="Create a new link"
        title="Are you sure?"
        does="Create a new link"
        onConfirm={make}
      >
        <p>The old link stops working: every phone that shows the calendar needs the new one.</p>
      </ConfirmButton>
      <ConfirmButton label="Remove the link" title="Are you sure?" does="Remove the link" onConfirm={end}>
        <p>Phones that show the calendar stop updating. You can create another link at any time.</p>
      </ConfirmButton>
    </div>
  )
}
