/** The page of `content/directions.mdx`, and what it draws besides text: all of it from `content/road.json`. */
import type { ReactNode } from 'react'
import * as content from '#content/directions.mdx'
import { venue } from '#shared/venue.ts'
import { LinkButton, PrintButton } from '#ui/button.tsx'
import { Paper } from '#ui/paper.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { paths } from '#web/paths.ts'
import { infoRoute } from '../info-page.tsx'
import type { Place } from './measure.ts'
import { RoadMap, Sign } from './road-map.tsx'
import { gateway, road } from './road.ts'
import sheet from './road.css?url'

/** `<DirtRoad>## The dirt road</DirtRoad>`: a sheet with the map and the list beside each other, under what is within. */
function DirtRoad({ children }: { children: ReactNode }) {
  return (
    <Paper className="prose dirt-road">
      {/* A file of its own: with it the one of all pages would take a second round trip (docs/decisions/0066). */}
      <Stylesheet href={sheet} />
      <div className="dirt-road-words">{children}</div>
      {road.sample && (
        <p className="sample">
          Sample road: the turns and coordinates are made up until the owner fills in the real ones. Do not
          drive by them.
        </p>
      )}
      <div className="dirt-road-parts">
        <div className="dirt-road-map">
          <RoadMap />
        </div>
        <MileList />
      </div>
    </Paper>
  )
}

/** `<TakeAlong>## Take it along</TakeAlong>`: coordinates to copy, the road as a file, the page on paper. */
function TakeAlong({ children }: { children: ReactNode }) {
  return (
    <section className="take-along ground column prose">
      <div>{children}</div>
      <div>
        <Coordinates />
        <div className="button-row">
          <LinkButton to={paths.roadFile} look="plain" download reloadDocument>
            Download GPX
          </LinkButton>
          <PrintButton />
        </div>
      </div>
    </section>
  )
}

export const parts = { DirtRoad, TakeAlong }

/** The dirt road mile by mile: what the map shows, in words. */
function MileList() {
  return (
    <ol className="plain-list miles">
      {road.stops.map(({ mile, sign, name, turn, note }) => (
        <li key={mile}>
          <span className="mile">
            <span className="visually-hidden">Mile </span>
            {mile}
          </span>
          <span className="mile-sign">
            <Sign name={sign} />
          </span>
          <div>
            <strong>{name}</strong>
            {turn && <span className="mile-turn">Keep {turn}</span>}
            <span className="mile-note">{note}</span>
          </div>
        </li>
      ))}
    </ol>
  )
}

const written = ({ lat, lon }: Place) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`

/** Phones hand `geo:` (RFC 5870) to their map app; the second part is for those that want a name as well. */
function mapLink({ lat, lon }: Place, name: string): string {
  const place = `${lat.toFixed(5)},${lon.toFixed(5)}`
  return `geo:${place}?q=${place}(${encodeURIComponent(name)})`
}

const PLACES = [
  { name: 'The gateway', place: gateway },
  { name: 'The end of the pavement', place: road.line[0] ?? gateway },
]

/** The coordinates of the road's two ends, to be copied: one tap selects the whole, with or without scripts. */
function Coordinates() {
  return (
    <dl className="coordinates">
      {PLACES.map(({ name, place }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code className="coordinate">{written(place)}</code>
            <span className="coordinate-ways ways screen-only">
              <button
                type="button"
                className="text-button copy needs-script"
                data-copy={written(place)}
                suppressHydrationWarning
              >
                <span
                  aria-live="polite"
                  // Set as HTML, so that React leaves alone what the script writes there.
                  dangerouslySetInnerHTML={{ __html: 'Copy' }}
                  suppressHydrationWarning
                />
                <span className="visually-hidden"> ({name})</span>
              </button>
              <a href={mapLink(place, `${name}, ${venue.name}`)}>
                Open in maps<span className="visually-hidden"> ({name})</span>
              </a>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const { handle, meta, Page } = infoRoute(paths.directions, content, { parts, kept: true })
export default Page
