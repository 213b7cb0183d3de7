/** The page of `content/the-land.mdx`, and what it draws besides text. */
import * as content from '#content/the-land.mdx'
import { Picture } from '#ui/picture.tsx'
import { Track, type TrackName } from './tracks.tsx'
import { paths } from '#web/paths.ts'
import { infoRoute } from './info-page.tsx'
import './the-land.css'

interface Place {
  name: string
  miles: number
  note: string
  /** It takes a high-clearance vehicle. */
  clearance?: boolean
}

/** `<Distances from="Headquarters" places={[{ name: 'The stock tank', miles: 1, note: 'Any car.' }]} />`, nearest first. */
function Distances({ from, places }: { from: string; places: Place[] }) {
  // The distance to the next place: the line between them is as long.
  const onward = (at: number) => ({
    '--miles': String((places[at + 1]?.miles ?? 0) - (places[at]?.miles ?? 0)),
  })
  return (
    <ol className="distances">
      <li style={onward(-1)}>
        <span />
        <div>{from}</div>
      </li>
      {places.map(({ name, miles, note, clearance }, at) => (
        <li key={name} style={onward(at)}>
          <span className="distance-miles">
            {miles} <span>{miles === 1 ? 'mile' : 'miles'}</span>
          </span>
          <div>
            <strong>{name}</strong>
            {clearance && <span className="distance-clearance">High clearance</span>}
            <span className="distance-note">{note}</span>
          </div>
        </li>
      ))}
    </ol>
  )
}

interface Group {
  /** Common, uncommon or rare. */
  often: string
  note: string
  /** A name of the library; or, where there is none, the words for that. */
  picture?: string
  noPicture?: string
  animals: { name: string; track: TrackName; note: string }[]
}

/** `<Sightings groups={[{ often: 'Rare', note: '…', animals: [{ name: 'Badger', track: 'badger', note: '…' }] }]} />` */
function Sightings({ groups }: { groups: Group[] }) {
  return (
    <div className="sightings">
      {groups.map(({ often, note, picture, noPicture, animals }, at) => (
        <section key={often} aria-labelledby={`seen-${at}`}>
          <div className="sighting-head">
            <h3 id={`seen-${at}`}>{often}</h3>
            <p>{note}</p>
            {picture && <Picture src={picture} sizes="(width >= 64rem) min(27vw, 28rem), 92vw" />}
            {noPicture && <p className="sighting-none">{noPicture}</p>}
          </div>
          <ul>
            {animals.map((animal) => (
              <li key={animal.name}>
                <Track name={animal.track} />
                <div>
                  <strong>{animal.name}</strong>
                  <span>{animal.note}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** `<Rain from={12} to={17} />`: inches a year, on a rain gauge of 20. */
function Rain({ from, to }: { from: number; to: number }) {
  return (
    <div className="rain">
      <p>
        <strong>
          {from}–{to} inches
        </strong>{' '}
        of rain a year
      </p>
      <div className="rain-gauge" aria-hidden="true" style={{ '--from': String(from), '--to': String(to) }}>
        {[0, 5, 10, 15, 20].map((inches) => (
          <span key={inches}>{inches}</span>
        ))}
      </div>
    </div>
  )
}

export const parts = { Distances, Sightings, Rain }

export const { handle, meta, Page } = infoRoute(paths.theLand, content, { parts })
export default Page
