/** An event's photos for admins, each on a card. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Failed } from '#shared/client.ts'
import { movedTo } from '#shared/collections.ts'
import { useCall } from '#app/ui/api.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import type { Refused } from '#app/ui/dialog.tsx'
import { ConfirmDelete } from '#app/ui/dialog-buttons.tsx'
import { InlineField } from '#app/ui/inline-field.tsx'
import { announce } from '#app/ui/toast.tsx'
import type { Photo } from '#domain/events/contract/events.ts'
import { deletePhoto, orderPhotos, updatePhoto } from '#domain/events/contract/event.ts'
import { FileDrop, FileProgress, Thumbnail, useDrop, type UploadFile } from './file-drop.tsx'
import { type QueuedPhoto, usePhotoQueue } from './photo-queue.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

interface PhotoManagerProps {
  eventId: number
  photos: Photo[]
  onChange: (photos: Photo[]) => void
  upload: UploadFile
}

/**
 * Renders an event's photos. An admin can add several at a time, and can sort, describe and delete them. The
 * site saves each change immediately.
 */
export function PhotoManager({ eventId, photos, onChange, upload }: PhotoManagerProps) {
  const call = useCall()
  const [latest, change] = useLatest(photos, onChange)
  const { failed, saveOrder } = useOrder({ eventId, latest, onChange: change })
  const { queue, add, retry, drop } = usePhotoQueue({
    eventId,
    upload,
    onAdded: (photo) => {
      change([...latest.current, photo])
      announce(`Added. There are ${latest.current.length} photos now.`)
    },
  })

  function move(from: number, to: number): void {
    const order = movedTo(latest.current, from, to)
    if (order === latest.current) return
    change(order)
    announce(`Photo ${from + 1} is at place ${to + 1} of ${order.length} now.`)
    void saveOrder()
  }

  async function remove(photo: Photo): Promise<Refused | null> {
    const result = await call(deletePhoto, { query: { id: photo.id } })
    if (!result.ok && result.code !== 'not_found') return result
    change(latest.current.filter(({ id }) => id !== photo.id))
    announce('Deleted.')
    return null
  }

  return (
    <div className="photo-manager">
      <FileDrop button="Add photos" multiple onFiles={add}>
        <p className="note">
          JPEG, PNG, WebP or AVIF, at most 25 MB each. Choose many at once, drop them here or paste.
        </p>
        {queue.length > 0 && (
          <ul className="plain-list photo-queue" aria-label="Uploading">
            {queue.map((photo) => (
              <QueueRow
                key={photo.key}
                photo={photo}
                onRetry={() => retry(photo.key)}
                onDrop={() => drop(photo.key)}
              />
            ))}
          </ul>
        )}
      </FileDrop>
      <FailureAlert failed={failed} title="The order was not saved." />
      {photos.length > 0 && (
        <ol className="plain-list photo-list" aria-label="Photos in their order">
          {photos.map((photo, at) => (
            <PhotoCard
              key={photo.id}
              photo={photo}
              place={{ at, of: photos.length }}
              onMove={move}
              onDescribed={(described) =>
                change(latest.current.map((each) => (each.id === described.id ? described : each)))
              }
              onDelete={() => remove(photo)}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

/**
 * Keeps the newest list of photos in a ref. A reply may arrive after further changes, and its handler must
 * not undo them.
 */
function useLatest(photos: Photo[], onChange: (photos: Photo[]) => void) {
  const latest = useRef(photos)
  useEffect(() => {
    latest.current = photos
  }, [photos])
  const change = (next: Photo[]) => {
    latest.current = next
    onChange(next)
  }
  return [latest, change] as const
}

interface OrderOptions {
  eventId: number
  latest: RefObject<Photo[]>
  onChange: (photos: Photo[]) => void
}

/**
 * Saves the order of the photos. Runs one save at a time, because simultaneous saves could arrive in the
 * wrong order.
 */
function useOrder({ eventId, latest, onChange }: OrderOptions) {
  const call = useCall()
  const [failed, setFailed] = useState<Failed | null>(null)
  const saved = useRef(idsOf(latest.current))
  const saving = useRef(false)
  const saveOrder = async () => {
    if (saving.current) return
    saving.current = true
    let trouble: Failed | null
    let sent: number[]
    do {
      sent = idsOf(latest.current)
      const answer = await call(orderPhotos, { body: { eventId, ids: sent } })
      trouble = answer.ok ? null : answer
      if (answer.ok) saved.current = sent
    } while (sent.join() !== idsOf(latest.current).join())
    saving.current = false
    setFailed(trouble)
    if (trouble) onChange(inOrder(latest.current, saved.current))
  }
  return { failed, saveOrder }
}

const idsOf = (photos: Photo[]) => photos.map(({ id }) => id)

function inOrder(photos: Photo[], ids: number[]): Photo[] {
  const place = ({ id }: Photo) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return photos.toSorted((one, other) => place(one) - place(other))
}

interface QueueRowProps {
  photo: QueuedPhoto
  onRetry: () => void
  onDrop: () => void
}

function QueueRow({ photo: { file, state }, onRetry, onDrop }: QueueRowProps) {
  const failed = state.at === 'failed'
  return (
    <li className="photo-queued">
      <div>
        {state.at === 'sending' && <FileProgress name={file.name} part={state.part} />}
        {state.at === 'waiting' && (
          <span>
            <Verbatim>{file.name}</Verbatim> waiting
          </span>
        )}
        {failed && (
          <p className="field-error" role="alert">
            {state.message}
          </p>
        )}
      </div>
      {failed && state.again && (
        <Button look="plain" onClick={onRetry}>
          Try again
          <span className="visually-hidden">
            {' '}
            with <Verbatim>{file.name}</Verbatim>
          </span>
        </Button>
      )}
      <IconButton label={`${failed ? 'Remove' : 'Cancel'} ${file.name}`} icon="close" onClick={onDrop} />
    </li>
  )
}

interface PhotoCardProps {
  photo: Photo
  place: { at: number; of: number }
  /** Moves a photo from one position to another, counted from 0. */
  onMove: (from: number, to: number) => void
  onDescribed: (photo: Photo) => void
  /** Deletes the photo. Resolves to null when the photo is deleted, or to the failure. */
  onDelete: () => Promise<Refused | null>
}

/** The data type of a dragged photo. It tells a photo of this page from a dropped file or text. */
const KIND = 'application/x-photo-place'

/** Renders one photo on a card, with which an admin drags, moves, describes or deletes the photo. */
function PhotoCard({ photo, place: { at, of }, onMove, onDescribed, onDelete }: PhotoCardProps) {
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
      {/* Only the picture can be dragged, so that an admin can select text in the field below. */}
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
          <Text>
            {number} of {of}
          </Text>
        </span>
        {mover('back', 'after', 1)}
        <ConfirmDelete what={`photo ${number}`} onDelete={onDelete} />
      </div>
    </li>
  )
}

type AltFieldProps = Pick<PhotoCardProps, 'photo' | 'onDescribed'> & {
  number: number
}

/** Renders the field for a photo's description. Saves the description when the field loses the focus. */
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
          return answer
        }}
      />
    </div>
  )
}
