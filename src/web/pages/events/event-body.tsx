import type { EventDetails } from '#features/events/contract/events.ts'
import { EventFacts } from '#features/events/ui/event-facts.tsx'
import { venue } from '#shared/venue.ts'
import { Carousel } from '#web/ui/carousel.tsx'
import { Paper, Prose } from '#web/ui/paper.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { BuyBox } from './buy-box.tsx'

export interface EventBodyProps {
  event: EventDetails
  /** Null: this guest has just signed up, and a paper that says so lies above. */
  onAct: (() => void) | null
}

/** Everything about an event, on its own color. */
export function EventBody({ event, onAct }: EventBodyProps) {
  return (
    <Paper over={onAct !== null} color={event.color}>
      <div className="event-grid">
        <BuyBox event={event} onAct={onAct} />
        <div>
          {event.shortDescription && <p className="event-lead">{event.shortDescription}</p>}
          <EventFacts event={event} location={venue.location} />
          {event.longDescription && (
            <Prose className="event-long">
              {paragraphs(event.longDescription).map((text) => (
                <p key={text}>{text}</p>
              ))}
            </Prose>
          )}
        </div>
      </div>
      {event.secondImage && (
        <Picture src={event.secondImage} className="event-second" sizes="(width >= 91rem) 85rem, 94vw" />
      )}
      {event.photos.length > 0 && <Photos photos={event.photos} />}
    </Paper>
  )
}

function Photos({ photos }: { photos: EventDetails['photos'] }) {
  return (
    <>
      <h2 id="photos">Photos</h2>
      <Carousel
        label="Photos"
        slides={photos.map(({ url, alt }) => ({ path: url, alt, label: '', subLabel: '' }))}
      />
    </>
  )
}

/** Blank lines part paragraphs. */
function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
