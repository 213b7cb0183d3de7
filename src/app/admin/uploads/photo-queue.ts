/** Uploads photos sequentially, so that they arrive in the order in which the admin chose them. */
import { useEffect, useRef, useState } from 'react'
import type { Photo } from '#domain/events/contract/events.ts'
import { useLeaveGuard } from '#app/ui/leave-guard.tsx'
import { addPhotoToEvent } from '#domain/events/uploads/contract.ts'
import { mayGetThrough, problemAfter, problemBefore, type UploadFile } from './file-drop.tsx'

export interface QueuedPhoto {
  key: number
  file: File
  state:
    | { at: 'waiting' }
    | { at: 'sending'; part: number }
    | { at: 'failed'; message: string; again: boolean }
}

interface QueueOptions {
  eventId: number
  upload: UploadFile
  onAdded: (photo: Photo) => void
}

let lastKey = 0

function queued(file: File): QueuedPhoto {
  lastKey += 1
  const message = problemBefore(file)
  const state =
    message === null ? ({ at: 'waiting' } as const) : ({ at: 'failed', message, again: false } as const)
  return { key: lastKey, file, state }
}

export function usePhotoQueue({ eventId, upload, onAdded }: QueueOptions) {
  const [queue, setQueue] = useState<QueuedPhoto[]>([])
  // A ref with the newest queue. An upload may end after several renders, and must then change this queue and
  // not an older one.
  const list = useRef<QueuedPhoto[]>([])
  const running = useRef<{ key: number; ending: AbortController }>(null)
  useLeaveGuard({ unsaved: queue.some(({ state }) => state.at !== 'failed') })
  // When the admin leaves the page despite the warning, discards the waiting photos and aborts the running
  // upload.
  useEffect(
    () => () => {
      list.current = []
      running.current?.ending.abort()
    },
    [],
  )

  function put(next: QueuedPhoto[]): void {
    list.current = next
    setQueue(next)
  }
  function set(key: number, state: QueuedPhoto['state']): void {
    put(list.current.map((photo) => (photo.key === key ? { ...photo, state } : photo)))
  }
  function take(key: number): void {
    put(list.current.filter((photo) => photo.key !== key))
  }

  async function send({ key, file }: QueuedPhoto): Promise<void> {
    const ending = new AbortController()
    running.current = { key, ending }
    set(key, { at: 'sending', part: 0 })
    const result = await upload(addPhotoToEvent, {
      query: { id: eventId },
      file,
      signal: ending.signal,
      onProgress: (part) => set(key, { at: 'sending', part }),
    })
    running.current = null
    if (result.ok) onAdded(result.data.photo)
    if (result.ok || ending.signal.aborted) take(key)
    else
      set(key, {
        at: 'failed',
        message: `${file.name}: ${problemAfter(result)}`,
        again: mayGetThrough(result),
      })
  }

  async function sendAll(): Promise<void> {
    if (running.current) return
    for (;;) {
      const next = list.current.find(({ state }) => state.at === 'waiting')
      if (!next) return
      await send(next)
    }
  }

  return {
    queue,
    add: (files: File[]) => {
      put([...list.current, ...files.map(queued)])
      void sendAll()
    },
    retry: (key: number) => {
      set(key, { at: 'waiting' })
      void sendAll()
    },
    /** Removes a photo from the queue, and aborts the photo's upload if the upload is running. */
    drop: (key: number) => {
      if (running.current?.key === key) running.current.ending.abort()
      else take(key)
    },
  }
}
