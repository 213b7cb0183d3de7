import { LinkButton } from '../../../shared/ui/button.tsx'
import { Paper } from '../../ui/paper.tsx'
import { ActionButton } from './action-button.tsx'
import { BuyBox } from './buy-box.tsx'
import type { EventBodyProps } from './event-body.tsx'

/** An event whose page is a PDF of the host's: in a frame, with the button always in reach (SPEC section 2). */
export function PdfBody({ event, onAct }: EventBodyProps) {
  return (
    <Paper over={onAct !== null} color={event.color}>
      <div className="event-grid">
        <BuyBox event={event} onAct={onAct} buttonElsewhere />
        <div>
          {event.shortDescription && <p className="event-lead">{event.shortDescription}</p>}
          <LinkButton to={event.pdfLink ?? ''} look="plain">
            Open PDF
          </LinkButton>
        </div>
      </div>
      {/* Without `sandbox`: Chromium shows no PDF in a sandboxed frame (the policy's frame-src names the hosts). */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe className="event-pdf" src={event.pdfLink ?? ''} title={`${event.name} (PDF)`} loading="lazy" />
      <div className="event-bar on-ground">
        <ActionButton
          event={event}
          onAct={onAct}
          words={{ sign_up: 'Reserve a spot', waitlist: 'Join the Waitlist' }}
        />
      </div>
    </Paper>
  )
}
