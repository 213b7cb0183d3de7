import type { Ref } from 'react'
import { Button, SubmitButton } from '#ui/button.tsx'
import type { EventFormState } from './use-event-form.ts'

interface SaveBarProps {
  state: EventFormState
  /** The labels of what still is to be done. */
  missing: string[]
  uploading: boolean
  previewRef: Ref<HTMLButtonElement>
  onPreview: () => void
}

/** Always in reach: what is still missing, the preview, and the button that saves, closed until all is right (R11.2). */
export function SaveBar({ state, missing, uploading, previewRef, onPreview }: SaveBarProps) {
  const { url, saving, saved, unsaved } = state
  const closed = missing.length > 0 || uploading || !['free', 'unknown'].includes(url.state)
  return (
    <div className="save-bar">
      <p id="save-bar-words" className="save-bar-words">
        {saving.at === 'busy' ? 'Saving …' : words({ missing, uploading, unsaved, isNew: saved === null })}
      </p>
      <div className="save-bar-buttons">
        <Button look="plain" ref={previewRef} onClick={onPreview}>
          Preview
        </Button>
        <SubmitButton busy={saving.at === 'busy'} closed={closed} describedBy="save-bar-words">
          {saved ? 'Update Event' : 'Create Event'}
        </SubmitButton>
      </div>
    </div>
  )
}

interface Told {
  missing: string[]
  uploading: boolean
  unsaved: boolean
  isNew: boolean
}

function words({ missing, uploading, unsaved, isNew }: Told): string {
  if (uploading) return 'A picture is on its way.'
  if (missing.length > 3)
    return `Still to do: ${missing.slice(0, 2).join(', ')} and ${missing.length - 2} more.`
  if (missing.length > 0) return `Still to do: ${missing.join(', ')}.`
  if (unsaved) return 'Not saved yet.'
  return isNew ? 'Nothing typed yet.' : 'Nothing changed yet.'
}
