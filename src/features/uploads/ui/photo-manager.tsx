import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Failed } from '#shared/client.ts'
import { movedTo } from '#shared/collections.ts'
import { useCall } from '#ui/api.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { FailureAlert } from '#ui/alert.tsx'
import { announce } from '#ui/toast.tsx'
import type { Refused } from '#ui/confirm-dialog.tsx'
import type { Photo } from '#features/events/contract/events.ts'
import { deletePhoto, orderPhotos } from '#features/events/contract/admin.ts'
import { FileDrop, FileProgress } from './file-drop.tsx'
import { PhotoCard } from './photo-card.tsx'
import { type QueuedPhoto, usePhotoQueue } from './photo-queue.ts'
import type { UploadFile } from './send-picture.ts'

interface PhotoManagerProps {
  eventId: number
  photos: Photo[]
  /** The photos as they are kept now, after each upload, move, change of words or deletion. */
  onChange: (photos: Photo[]) => void
  /** `uploadFile` of the browser. */
  upload: UploadFile
}

/** The photos of an event: many are added at once, put in order, described and deleted. All of it is kept at once. */
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
          <ul className="photo-queue" aria-label="Uploading">
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
        <ol className="photo-list" aria-label="Photos in their order">
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

/** The photos as they are when an answer comes, which may be after others. */
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

/** Orders are saved one after the other, the last one at the end: side by side, an older one could arrive later. */
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

/** Photos that are newer than the order stand at its end. */
function inOrder(photos: Photo[], ids: number[]): Photo[] {
  const place = ({ id }: Photo) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return photos.toSorted((one, other) => place(one) - place(other))
}

interface QueueRowProps {
  photo: QueuedPhoto
  onRetry: () => void
  onDrop: () => void
}

/** One photo that is not there yet. */
function QueueRow({ photo: { file, state }, onRetry, onDrop }: QueueRowProps) {
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
