import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'

interface RestOfGuestsProps {
  /** How many guests are not in the table yet. */
  missing: number
  failure: string | null
  onAgain: () => void
}

/** What a table that is not whole yet says of itself; nothing once it is. */
export function RestOfGuests({ missing, failure, onAgain }: RestOfGuestsProps) {
  if (missing === 0) return null
  const others = missing === 1 ? 'One more guest' : `${missing} more guests`
  if (failure === null) return <output className="note">{others} on the way …</output>
  return (
    <Notice tone="bad" title={`${others} could not be read`}>
      <p>{failure}</p>
      <Button look="plain" onClick={onAgain}>
        Try again
      </Button>
    </Notice>
  )
}
