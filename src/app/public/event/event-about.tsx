/**
 * What helps a visitor decide whether an event is for them (R54): a usual day, the host, good to know, pictures of
 * rooms and meals, quotes, and the way to the ranch. Leaves out empty parts.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { venue } from '#shared/venue.ts'
import { paths } from '#app/paths.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'
import { paragraphs } from './paragraphs.ts'
import sheet from './event-about.css?url'

export function EventAbout({ event }: { event: EventDetails }) {
  const { about, host } = event
  if (about === null) return null
  return (
    <div className="about">
      <Stylesheet href={sheet} />
      <DayPlan plan={about.dayPlan} />
      <Host name={host} {...about.host} />
      <GoodToKnow facts={about.goodToKnow} />
      <Pictures pictures={about.pictures} />
      <Quotes quotes={about.quotes} />
    </div>
  )
}

type About = NonNullable<EventDetails['about']>

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={`about-${id}`} aria-labelledby={`about-${id}`}>
      <h2 id={`about-${id}`}>{title}</h2>
      {children}
    </section>
  )
}

function DayPlan({ plan }: { plan: About['dayPlan'] }) {
  if (plan.length === 0) return null
  return (
    <Part id="day" title="A usual day">
      <Facts
        className="about-rows"
        facts={plan.map(({ time, what }) => [time, <Text key={what}>{what}</Text>])}
      />
    </Part>
  )
}

function Host({ name, portrait, words }: About['host'] & { name: string | null }) {
  if (portrait === null && words === null) return null
  return (
    <Part id="host" title="Your host">
      {portrait !== null && (
        <Picture src={portrait} alt={name ?? 'The host'} sizes="18rem" className="about-portrait" />
      )}
      <div>
        {name !== null && (
          <p className="about-name">
            <Verbatim>{name}</Verbatim>
          </p>
        )}
        {paragraphs(words ?? '').map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </Part>
  )
}

function GoodToKnow({ facts: { level, groupSize, ages, accessibility } }: { facts: About['goodToKnow'] }) {
  const facts = [
    ['Level', level],
    ['Group size', groupSize],
    ['Ages', ages],
    ['Accessibility', accessibility],
  ] as const
  if (facts.every(([, words]) => words === null)) return null
  return (
    <Part id="know" title="Good to know">
      <Facts
        className="about-rows"
        facts={facts.map(([label, words]) => words !== null && [label, <Text key={label}>{words}</Text>])}
      />
    </Part>
  )
}

function Pictures({ pictures }: { pictures: About['pictures'] }) {
  if (pictures.length === 0) return null
  return (
    <Part id="pictures" title="Rooms and meals">
      <ul className="plain-list">
        {pictures.map(({ url, caption }) => (
          <li key={url}>
            <figure>
              <Picture src={url} sizes="(width >= 64rem) 27rem, (width >= 40rem) 44vw, 86vw" />
              <figcaption>{caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Quotes({ quotes }: { quotes: About['quotes'] }) {
  if (quotes.length === 0) return null
  return (
    <Part id="quotes" title="What guests said">
      <div className="about-quotes-all">
        {quotes.map(({ words, by }) => (
          <figure key={words}>
            <blockquote>
              <p>{`“${words}”`}</p>
            </blockquote>
            <figcaption>{by}</figcaption>
          </figure>
        ))}
      </div>
    </Part>
  )
}

/** Says how to get to the ranch, and links to the directions and to what guests ask before they come. */
export function GettingHere() {
  return (
    <section className="getting-here" aria-labelledby="getting-here">
      <h2 id="getting-here">How to get here</h2>
      <p>
        <Text>{venue.locationNote}.</Text> <Link to={paths.directions}>Directions, mile by mile</Link>
      </p>
      <p>
        Airport, pick-up, phone signal, a walker, children, food:{' '}
        <Link to={paths.questions}>Questions guests ask</Link>
      </p>
      <p>
        What to bring: <Link to={paths.packingList}>Packing list</Link>
      </p>
    </section>
  )
}

/**
 * Renders the links that add an event to a calendar and share its page. `startCopy` handles the share button, so it
 * works before React starts.
 */
export function EventLinks({ event }: { event: EventDetails }) {
  return (
    <p className="event-links ways screen-only">
      {!event.hasEnded && !event.cancelled && (
        <a href={paths.eventCalendar(event.urlName)}>Add to your calendar</a>
      )}
      <button
        type="button"
        className="text-button copy needs-script"
        data-share={paths.event(event.urlName)}
        suppressHydrationWarning
      >
        <span
          aria-live="polite"
          // Sets the label as HTML, so that React keeps the text that the copy script writes here.
          dangerouslySetInnerHTML={{ __html: 'Share' }}
          suppressHydrationWarning
        />
        <span className="visually-hidden"> (this retreat)</span>
      </button>
    </p>
  )
}
