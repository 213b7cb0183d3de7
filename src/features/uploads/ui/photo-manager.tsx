import { useEffect, useRef, useState } from 'react'
import type { Call } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Alert } from '#ui/alert.tsx'
import type { Refused } from '#ui/confirm-dialog.tsx'
import type { Photo } from '#features/events/contract/events.ts'
import { deletePhoto, orderPhotos } from '#features/events/contract/photos.ts'
import { FileDrop, FileProgress } from './file-drop.tsx'
import { PhotoCard } from './photo-card.tsx'
import { type QueuedPhoto, usePhotoQueue } from './photo-queue.ts'
import type { UploadFile } from './send-picture.ts'
import './photo-manager.css'

export interface PhotoManagerProps {
  eventId: number
  photos: Photo[]
  /** The photos as they are kept now, after each upload, move, change of words or deletion. */
  onChange: (photos: Photo[]) => void
  /** `browserCall` of the browser. */
  call: Call
  /** `uploadFile` of the browser. */
  upload: UploadFile
}

/** The photos of an event: many are added at once, put in order, described and deleted. All of it is kept at once. */
export function PhotoManager({ eventId, photos, onChange, call, upload }: PhotoManagerProps) {
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  // The photos as they are when an answer comes, which may be after others.
  const latest = useRef(photos)
  useEffect(() => {
    latest.current = photos
  }, [photos])
  const change = (next: Photo[]) => {
    latest.current = next
    onChange(next)
  }
  const { queue, add, retry, drop } = usePhotoQueue({
    eventId,
    upload,
    onAdded: (photo) => {
      change([...latest.current, photo])
      setSaid(`Added. There are ${latest.current.length} photos now.`)
    },
  })

  async function move(from: number, to: number): Promise<void> {
    const before = latest.current
    const order = movedTo(before, from, to)
    if (order === before) return
    change(order)
    setSaid(`Photo ${from + 1} is at place ${to + 1} of ${order.length} now.`)
    const result = await call(orderPhotos, { body: { eventId, ids: order.map(({ id }) => id) } })
    setProblem(result.ok ? null : `The order was not saved. ${result.message}`)
    if (!result.ok) change(before)
  }

  async function remove(photo: Photo): Promise<Refused | null> {
    const result = await call(deletePhoto, { query: { id: photo.id } })
    if (!result.ok && result.code !== 'not_found') return result
    change(latest.current.filter(({ id }) => id !== photo.id))
    setSaid('Deleted.')
    return null
  }

  return (
    <div className="photo-manager">
      <FileDrop button="Add photos" multiple onFiles={add}>
        <p className="note">
          JPEG, PNG, WebP or AVIF, at most 25 MB each. Choose many at once, drop them here or paste.
        </p>
        {queue.length > 0 && (
          <ul className="photo-queue" aria-label="On their way">
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
      {problem && <Alert tone="bad">{problem}</Alert>}
      {photos.length > 0 && (
        <ol className="photo-list" aria-label="Photos in their order">
          {photos.map((photo, at) => (
            <PhotoCard
              key={photo.id}
              photo={photo}
              place={{ at, of: photos.length }}
              call={call}
              onMove={(from, to) => void move(from, to)}
              onDescribed={(described) =>
                change(latest.current.map((each) => (each.id === described.id ? described : each)))
              }
              onDelete={() => remove(photo)}
            />
          ))}
        </ol>
      )}
      <output className="visually-hidden">{said}</output>
    </div>
  )
}

interface QueueRowProps {
  photo: QueuedPhoto
  onRetry: () => void
  onDrop: () => void
}

/** One photo that is not there yet. */
export function QueueRow({ photo: { file, state }, onRetry, onDrop }: QueueRowProps) {
  const failed = state.at === 'failed'
  return (
    <li className="photo-queued">
      <div>
        {state.at === 'sending' && <FileProgress name={file.name} part={state.part} />}
        {state.at === 'waiting' && <span>{file.name} waiting</span>}
        {failed && (
          <p className="field-error" role="alert">
            {state.message}
          </p>
        )}
      </div>
      {failed && state.again && (
        <Button look="plain" onClick={onRetry}>
          Try again<span className="visually-hidden"> with {file.name}</span>
        </Button>
      )}
      <IconButton label={`${failed ? 'Leave out' : 'Cancel'} ${file.name}`} icon="close" onClick={onDrop} />
    </li>
  )
}

/** The list with one thing moved; the same list when nothing moves. */
function movedTo<T>(list: T[], from: number, to: number): T[] {
  const thing = list[from]
  if (thing === undefined || from === to || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, thing)
}
