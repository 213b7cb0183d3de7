import { useState } from 'react'
import type { Call } from '#shared/client.ts'
import { TextField } from '#ui/field.tsx'
import type { Photo } from '#features/events/contract/events.ts'
import { updatePhoto } from '#features/events/contract/photos.ts'

interface AltFieldProps {
  photo: Photo
  /** Its place, from 1. */
  number: number
  call: Call
  onDescribed: (photo: Photo) => void
}

/** What a photo shows, kept when the field is left or Enter pressed. What was typed stays when that fails. */
export function AltField({ photo, number, call, onDescribed }: AltFieldProps) {
  const [text, setText] = useState(photo.alt ?? '')
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | { problem: string }>('idle')

  async function save(): Promise<void> {
    const alt = text.trim()
    if (alt === (photo.alt ?? '') || state === 'saving') return
    setState('saving')
    const result = await call(updatePhoto, { body: { id: photo.id, alt } })
    if (!result.ok) return setState({ problem: `Not saved. ${result.fields['alt'] ?? result.message}` })
    setState('saved')
    onDescribed(result.data.photo)
  }

  return (
    <div className="photo-words">
      <TextField
        id={`photo-${photo.id}-alt`}
        label={`What photo ${number} shows`}
        maxLength={300}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setState('idle')
        }}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void save()
        }}
        error={typeof state === 'object' ? state.problem : undefined}
      />
      <output className="photo-saved">
        {state === 'saving' ? 'Saving…' : state === 'saved' ? 'Saved' : ''}
      </output>
    </div>
  )
}
