import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/alert.tsx'

/** Asked in place when a form with changes is to be closed. */
export function Unsaved({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  return (
    <Alert tone="warn" title="Your changes are not saved.">
      <div className="button-row">
        <Button look="plain" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button look="plain" onClick={onStay}>
          Keep editing
        </Button>
      </div>
    </Alert>
  )
}
