import { LinkButton } from '#ui/button.tsx'
import { Paper } from '#web/ui/paper.tsx'
import { ActionButton } from './action-button.tsx'
import { BuyBox } from './buy-box.tsx'
import type { EventBodyProps } from './event-body.tsx'
import { PdfFrame } from './pdf-frame.tsx'

/** An event whose page is a PDF of the host's: in a frame, with the button always in reach (R10.9). */
export function PdfBody({ event, onAct }: EventBodyProps) {
  const link = event.pdfLink ?? ''
  return (
    <Paper over={onAct !== null} color={event.color}>
      <div className="event-grid">
        <BuyBox event={event} onAct={onAct} buttonElsewhere />
        <div>
          {event.shortDescription && <p className="event-lead">{event.shortDescription}</p>}
          <LinkButton to={link} look="plain" reloadDocument>
            Open PDF
          </LinkButton>
        </div>
      </div>
      <PdfFrame key={link} src={link} title={`${event.name} (PDF)`} />
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
