/** The tab with an event's photos. */
import { useEffect, useRef, useState } from 'react'
import { uploadFile } from '#app/browser-upload.ts'
import { unlistedMeta } from '#app/page-meta.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PhotoManager } from '../uploads/photo-manager.tsx'
import { requires } from '../admin-area.tsx'
import type { Route } from './+types/photos'
import { eventIn } from './event-context.ts'
import { useWorkspace } from './workspace.tsx'

/** The public page of the event already uses the id `photos`, and its styles. */
const PHOTOS = 'event-photos'

export const middleware = [requires('events.edit')]

export function loader({ context }: Route.LoaderArgs) {
  const { name, photos } = eventIn(context)
  return { name, photos }
}

export const meta: Route.MetaFunction = ({ loaderData }) => unlistedMeta(`Photos · ${loaderData?.name ?? ''}`)

/**
 * Milliseconds to wait before the page reloads the event's photos. The page shows a new order before saving
 * it, so an earlier reload would return the old order.
 */
const LOOK_AGAIN_MS = 1500

export default function EventPhotos({ loaderData }: Route.ComponentProps) {
  const { event, onChanged } = useWorkspace()
  const [photos, setPhotos] = useState(loaderData.photos)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Panel labelledBy={PHOTOS} title="Photos of this event">
      <PhotoManager
        eventId={event.id}
        photos={photos}
        upload={uploadFile}
        onChange={(changed) => {
          setPhotos(changed)
          clearTimeout(timer.current)
          timer.current = setTimeout(onChanged, LOOK_AGAIN_MS)
        }}
      />
    </Panel>
  )
}
