import type { Failed } from '#shared/client.ts'
import { FailureAlert } from '#ui/failure-alert.tsx'

interface RestOfGuestsProps {
  /** How many guests are not in the table yet. */
  missing: number
  failed: Failed | null
  onAgain: () => void
}

/** The line below a table that is not complete yet: how many are missing; nothing once it is. */
export function RestOfGuests({ missing, failed, onAgain }: RestOfGuestsProps) {
  if (failed === null)
    return missing > 0 && <output className="note">{moreGuests(missing)} are loading…</output>
  const title =
    missing > 0
      ? `${moreGuests(missing)} could not be loaded`
      : 'Not all guests could be reloaded. Some may have changed'
  return <FailureAlert failed={failed} title={title} onRetry={onAgain} />
}

export function moreGuests(missing: number): string {
  return missing === 1 ? 'One more guest' : `${missing} more guests`
}
