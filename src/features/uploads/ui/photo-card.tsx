import { useRef, useState } from 'react'
import type { Call } from '#shared/client.ts'
import { ConfirmDelete, type Refused } from '#ui/confirm-dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { Photo } from '#features/events/contract/events.ts'
import { updatePhoto } from '#features/events/contract/photos.ts'
import { useDrop } from './file-drop.tsx'
import { Thumbnail } from './thumbnail.tsx'

interface PhotoCardProps {
  photo: Photo
  place: { at: number; of: number }
  call: Call
  /** Places counted from 0. */
  onMove: (from: number, to: number) => void
  onDescribed: (photo: Photo) => void
  /** Null when it is gone, else what went wrong. */
  onDelete: () => Promise<Refused | null>
}

/** The type of a dragged photo, so that a file or a text that is dropped is not taken for one. */
const KIND = 'application/x-photo-place'

/** One photo: dragged to another place or moved by its buttons, described, deleted. */
export function PhotoCard({ photo, place: { at, of }, call, onMove, onDescribed, onDelete }: PhotoCardProps) {
  const card = useRef<HTMLLIElement>(null)
  const over = useDrop(card, {
    kind: KIND,
    onDrop: (dropped) => {
      const from = dropped.getData(KIND)
      if (from !== '') onMove(Number(from), at)
      return from !== ''
    },
  })
  const number = at + 1
  return (
    <li ref={card} className={`photo-card ${over ? 'is-over' : ''}`}>
      {/* Only the picture: text in the field below can still be marked. */}
      <div
        className="photo-handle"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(KIND, String(at))
          event.dataTransfer.effectAllowed = 'move'
        }}
      >
        <Thumbnail address={photo.url} alt={photo.alt ?? `Photo ${number}`} />
      </div>
      <AltField photo={photo} number={number} call={call} onDescribed={onDescribed} />
      <div className="photo-buttons">
        <IconButton
          label={`Move photo ${number} forward`}
          icon="before"
          aria-disabled={at === 0 || undefined}
          onClick={() => onMove(at, at - 1)}
        />
        <span className="photo-place">
          {number} of {of}
        </span>
        <IconButton
          label={`Move photo ${number} back`}
          icon="after"
          aria-disabled={number === of || undefined}
          onClick={() => onMove(at, at + 1)}
        />
        <ConfirmDelete what={`photo ${number}`} onDelete={onDelete} />
      </div>
    </li>
  )
}

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
