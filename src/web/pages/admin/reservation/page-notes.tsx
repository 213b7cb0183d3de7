import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { dayOf } from './standing-words.ts'

/** Why nothing can be changed any more. */
export function PurgedNote({ purgedAt }: { purgedAt: string }) {
  return (
    <div className="stay-note column on-sheet">
      <Notice tone="warn" title="This guest’s data is deleted.">
        <p>
          The retreat is over, and what the guest told us was deleted {dayOf(purgedAt)}, as promised. Sums and
          days stay for the books. Nothing can be changed any more; what is still to be given back by hand can
          be noted.
        </p>
      </Notice>
    </div>
  )
}

interface ReadAgainProps {
  failure: string
  again: () => void
}

/** Says that a change is saved, and that only the page does not show it yet. */
export function ReadAgain({ failure, again }: ReadAgainProps) {
  return (
    <div className="stay-note column on-sheet">
      <Notice tone="bad" title="What you see here may be out of date.">
        <p>{failure}</p>
        <Button look="plain" onClick={again}>
          Look again
        </Button>
      </Notice>
    </div>
  )
}
