import { Button, SubmitButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface FormEndProps {
  /** Why the last try failed, in words; null: it did not. */
  trouble: string | null
  /** The button's label. */
  does: string
  busy: boolean
  /** The form cannot be sent yet. */
  closed?: boolean
  onCancel: () => void
  /** The label of "Cancel", where that would mean something else. */
  cancelWords?: string
}

/** The foot of each form here: what went wrong, and the two ways out. */
export function FormEnd({
  trouble,
  does,
  busy,
  closed = false,
  onCancel,
  cancelWords = 'Cancel',
}: FormEndProps) {
  return (
    <>
      {trouble !== null && (
        <Notice tone="bad" title="Not done">
          <p>{trouble}</p>
        </Notice>
      )}
      <div className="button-row">
        <SubmitButton busy={busy} closed={closed}>
          {does}
        </SubmitButton>
        <Button look="plain" onClick={busy ? undefined : onCancel}>
          {cancelWords}
        </Button>
      </div>
    </>
  )
}
