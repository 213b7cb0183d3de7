import { useEffect, useRef, useState } from 'react'
import type { EventDetails } from '#features/events/contract/events.ts'
import { PhotoManager } from '#features/uploads/ui/photo-manager.tsx'
import { browserCall } from '#web/browser-call.ts'
import { uploadFile } from '#web/browser-upload.ts'
import { Paper } from '#web/ui/paper.tsx'

const HEADING = 'manage-photos'

/** An order is shown before it is kept: the page above looks again once the hand has come to rest. */
const LOOK_AGAIN_MS = 1500

/** The pictures of the event's carousel: added, put in order, described, deleted. */
export function EventPhotos({ event, onChanged }: { event: EventDetails; onChanged: () => void }) {
  const [photos, setPhotos] = useState(event.photos)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Paper labelledBy={HEADING} className="admin-photos">
      <h2 id={HEADING}>Photos of this event</h2>
      <PhotoManager
        eventId={event.id}
        photos={photos}
        call={browserCall}
        upload={uploadFile}
        onChange={(changed) => {
          setPhotos(changed)
          clearTimeout(timer.current)
          timer.current = setTimeout(onChanged, LOOK_AGAIN_MS)
        }}
      />
    </Paper>
  )
}
