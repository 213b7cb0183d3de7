import { useState } from 'react'
import type { EventForAdmin } from '#features/events/contract/admin.ts'
import { previewOf } from '#features/events/ui/event-form/preview.ts'
import type { EventValues } from '#features/events/ui/event-form/values.ts'
import { ranchDay } from '#shared/days.ts'
import { Button } from '#ui/button.tsx'
import { EventBody, EventScene, PdfBody } from '#web/pages/events/event-body.tsx'
import { takeFocus } from '#ui/focus.ts'

interface EventPreviewProps {
  values: EventValues
  saved: EventForAdmin | null
  onClose: () => void
}

/** The event's page made of what is typed, in its own parts; signing up does nothing there. */
export function EventPreview({ values, saved, onClose }: EventPreviewProps) {
  const [pressed, setPressed] = useState(false)
  const [today] = useState(() => ranchDay(new Date()))
  const event = previewOf(values, saved, today)
  const framed = event.pdfLink !== null && event.pdfLink.startsWith('/')
  const Body = framed ? PdfBody : EventBody
  return (
    <section className="event-preview" aria-label="Preview">
      <div className="preview-bar on-sheet" tabIndex={-1} ref={takeFocus}>
        <output>
          {pressed ? 'Nobody can sign up in a preview.' : 'Preview: as guests will see it.'}
          {event.pdfLink &&
            !framed &&
            ' The PDF replaces the text below; the preview cannot show a PDF from another site.'}
        </output>
        <Button onClick={onClose}>Back to the form</Button>
      </div>
      <div className="on-ground">
        <EventScene event={event} />
        <Body event={event} onAct={() => setPressed(true)} />
      </div>
    </section>
  )
}
