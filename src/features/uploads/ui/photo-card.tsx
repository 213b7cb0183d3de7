import { useCall } from '#ui/api.tsx'
import { type Refused } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/button.tsx'
import { InlineField } from '#ui/inline-field.tsx'
import type { Photo } from '#features/events/contract/events.ts'
import { updatePhoto } from '#features/events/contract/admin.ts'
import { Thumbnail, useDrop } from './file-drop.tsx'
import { ConfirmDelete } from '#ui/dialog-buttons.tsx'

interface PhotoCardProps {
  photo: Photo
  place: { at: number; of: number }
  /** Places counted from 0. */
  onMove: (from: number, to: number) => void
  onDescribed: (photo: Photo) => void
  /** Null when it is gone, else what went wrong. */
  onDelete: () => Promise<Refused | null>
}

/** The type of a dragged photo, so that a file or a text that is dropped is not taken for one. */
const KIND = 'application/x-photo-place'

/** One photo: dragged to another place or moved by its buttons, described, deleted. */
export function PhotoCard({ photo, place: { at, of }, onMove, onDescribed, onDelete }: PhotoCardProps) {
  const { over, handlers } = useDrop({
    kind: KIND,
    onDrop: (dropped) => {
      const from = dropped.getData(KIND)
      if (from !== '') onMove(Number(from), at)
      return from !== ''
    },
  })
  const number = at + 1
  const mover = (way: string, icon: 'before' | 'after', by: -1 | 1) => (
    <IconButton
      label={`Move photo ${number} ${way}`}
      icon={icon}
      aria-disabled={at + by < 0 || at + by >= of || undefined}
      onClick={() => onMove(at, at + by)}
    />
  )
  return (
    <li className={`photo-card ${over ? 'is-over' : ''}`} {...handlers}>
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
      <AltField photo={photo} number={number} onDescribed={onDescribed} />
      <div className="photo-buttons">
        {mover('forward', 'before', -1)}
        <span className="photo-place">
          {number} of {of}
        </span>
        {mover('back', 'after', 1)}
        <ConfirmDelete what={`photo ${number}`} onDelete={onDelete} />
      </div>
    </li>
  )
}

type AltFieldProps = Pick<PhotoCardProps, 'photo' | 'onDescribed'> & {
  /** Its place, from 1. */
  number: number
}

/** What a photo shows, saved when the field is left. */
function AltField({ photo: { id, alt }, number, onDescribed }: AltFieldProps) {
  const call = useCall()
  return (
    <div className="photo-words">
      <p className="note" aria-hidden="true">
        What it shows
      </p>
      <InlineField
        label={`What photo ${number} shows`}
        value={alt ?? ''}
        draft={`photo ${id}`}
        pauseMs={null}
        maxLength={300}
        save={async (text) => {
          const answer = await call(updatePhoto, { body: { id, alt: text.trim() } })
          if (answer.ok) onDescribed(answer.data.photo)
          return answer.ok ? answer : { ...answer, message: answer.fields['alt'] ?? answer.message }
        }}
      />
    </div>
  )
}
