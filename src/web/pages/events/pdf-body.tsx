import { callToAction } from '../../../capabilities/events/ui/availability.ts'
import { LinkButton } from '../../ui/button.tsx'
import { eventColor } from '../../ui/event-color.ts'
import { ActionButton } from './action-button.tsx'
import { BuyBox } from './buy-box.tsx'
import type { EventBodyProps } from './event-body.tsx'
import '../../ui/event-color.css'

/** An event whose page is a PDF of the host's: in a frame, with the button always in reach (SPEC section 2). */
export function PdfBody({ event, onAct }: EventBodyProps) {
  const action = callToAction(event)
  return (
    <article
      className={`event-sheet event-surface column ${onAct ? 'event-sheet-over' : ''}`}
      style={eventColor(event.color)}
    >
      <div className="event-grid">
        <BuyBox event={event} onAct={onAct} buttonElsewhere />
        <div className="event-words">
          {event.shortDescription && <p className="event-lead">{event.shortDescription}</p>}
          <LinkButton to={event.pdfLink ?? ''} look="plain">
            Open PDF
          </LinkButton>
        </div>
      </div>
      {/* Without `sandbox`: Chromium shows no PDF in a sandboxed frame (the policy's frame-src names the hosts). */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe className="event-pdf" src={event.pdfLink ?? ''} title={`${event.name} (PDF)`} loading="lazy" />
      {onAct && (action === 'sign_up' || action === 'waitlist') && (
        <div className="event-bar">
          <ActionButton onAct={onAct}>
            {action === 'sign_up' ? 'Reserve a spot' : 'Join the Waitlist'}
          </ActionButton>
        </div>
      )}
    </article>
  )
}
