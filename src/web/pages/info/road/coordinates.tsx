import { venue } from '#shared/venue.ts'
import type { Place } from './measure.ts'
import { gateway, road } from './road.ts'

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

/** Where the road begins and ends, to be copied: one tap selects the whole, with or without scripts. */
export function Coordinates() {
  return (
    <dl className="coordinates">
      {PLACES.map(({ name, place }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code className="coordinate">{written(place)}</code>
            <span className="coordinate-ways">
              <button type="button" className="copy" data-copy={written(place)} suppressHydrationWarning>
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
