import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/alert.tsx'

interface RestOfGuestsProps {
  /** How many guests are not in the table yet. */
  missing: number
  failure: string | null
  onAgain: () => void
}

/** The line below a table that is not complete yet: how many are missing; nothing once it is. */
export function RestOfGuests({ missing, failure, onAgain }: RestOfGuestsProps) {
  if (failure === null)
    return missing > 0 && <output className="note">{moreGuests(missing)} are loading…</output>
  const title =
    missing > 0
      ? `${moreGuests(missing)} could not be loaded`
      : 'Not all guests could be reloaded. Some may have changed'
  return (
    <Alert tone="bad" title={title}>
      <p>{failure}</p>
      <Button look="plain" onClick={onAgain}>
        Try again
      </Button>
    </Alert>
  )
}

export function moreGuests(missing: number): string {
  return missing === 1 ? 'One more guest' : `${missing} more guests`
}
