import type { ReactNode } from 'react'
import * as content from '#content/directions.mdx'
import { venue } from '#shared/venue.ts'
import { LinkButton, PrintButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { paths } from '#app/paths.ts'
import { infoRoute } from '../info-page.tsx'
import type { Place } from './measure.ts'
import { RoadMap, Sign } from './road-map.tsx'
import { type PlacedRoad, road } from './road.ts'
import sheet from './road.css?url'

/**
 * Renders `<DirtRoad>## The dirt road</DirtRoad>`: a panel with the given text. Below the text are the map
 * and the list of landmarks.
 */
function DirtRoad({ children }: { children: ReactNode }) {
  return (
    <Panel className="prose dirt-road">
      {/* These styles have their own stylesheet. They would make the shared stylesheet too large for the first
          round trip (docs/decisions/0009). */}
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
    </Panel>
  )
}

/**
 * Renders `<TakeAlong>## Take it along</TakeAlong>`: what a guest can take along of the road, and the print
 * button.
 */
function TakeAlong({ children }: { children: ReactNode }) {
  return (
    <section className="take-along ground column prose">
      <div>{children}</div>
      <div>
        <RoadToTake road={road} />
      </div>
    </section>
  )
}

/**
 * Renders the coordinates, a link to the map file, and the print button. A made-up road has neither coordinates
 * nor a file, because a guest might drive by them (R55.2).
 */
export function RoadToTake({ road }: { road: PlacedRoad }) {
  return (
    <>
      {road.sample ? (
        <p className="sample">
          The coordinates and the map file will be here when the road above is the real one. Until then, write
          to us before you set out.
        </p>
      ) : (
        <Coordinates line={road.line} />
      )}
      <div className="button-row">
        {!road.sample && (
          <LinkButton to={paths.roadFile} look="plain" download reloadDocument>
            Download map file (GPX)
          </LinkButton>
        )}
        <PrintButton />
      </div>
    </>
  )
}

export const parts = { DirtRoad, TakeAlong }

/**
 * Renders the dirt road as a list of landmarks with their miles. The list says in words what the map shows.
 */
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

/**
 * Returns a `geo:` link to a place (RFC 5870), which phones open in their map app. Some apps show the name in
 * the link's query.
 */
function mapLink({ lat, lon }: Place, name: string): string {
  const place = `${lat.toFixed(5)},${lon.toFixed(5)}`
  return `geo:${place}?q=${place}(${encodeURIComponent(name)})`
}

/**
 * Renders the coordinates of both ends of the dirt road. One tap selects the coordinates, with or without
 * scripts.
 */
function Coordinates({ line }: { line: readonly Place[] }) {
  const places = [
    { name: 'The gateway', place: line.at(-1) },
    { name: 'The end of the pavement', place: line[0] },
  ].flatMap(({ name, place }) => (place ? [{ name, place }] : []))
  return (
    <dl className="coordinates">
      {places.map(({ name, place }) => (
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
                  // Sets the label as HTML, so that React keeps the text that the copy script writes here.
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

export const { handle, meta, Page } = infoRoute(paths.directions, content, {
  parts,
  kept: true,
  sample: road.sample,
})
export default Page
