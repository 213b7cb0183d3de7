import type { ReactNode } from 'react'
import * as content from '#content/the-land.mdx'
import { Picture } from '#app/ui/picture.tsx'
import { paths } from '#app/paths.ts'
import { infoRoute } from './info-page.tsx'

/**
 * Drawings of animal tracks, each in a box of 40 by 40 units. The page always shows the animal's name too.
 */
const TRACKS = {
  cattle: (
    <path d="M18.6 7.5C12 7 7.5 14 8.3 23c.5 6.5 3.7 11 7 11 2.3 0 3.3-2 3.3-5.5zM21.4 7.5C28 7 32.5 14 31.7 23c-.5 6.5-3.7 11-7 11-2.3 0-3.3-2-3.3-5.5z" />
  ),
  antelope: (
    <path d="M18.4 4.5C14 9 11 17 11 25c0 6 1.9 10.5 4.5 10.5 2 0 2.9-2 2.9-5.5zM21.6 4.5C26 9 29 17 29 25c0 6-1.9 10.5-4.5 10.5-2 0-2.9-2-2.9-5.5z" />
  ),
  hare: (
    <>
      <ellipse cx="12.5" cy="12" rx="4.2" ry="8.5" transform="rotate(6 12.5 12)" />
      <ellipse cx="27.5" cy="12" rx="4.2" ry="8.5" transform="rotate(-6 27.5 12)" />
      <ellipse cx="18" cy="27" rx="3" ry="4.4" />
      <ellipse cx="21.5" cy="35" rx="3" ry="4.4" />
    </>
  ),
  bird: <path className="track-line" d="M20 23V5M20 23L9 10M20 23l11-13M20 23v13" />,
  hawk: (
    <>
      <path className="track-line track-thick" d="M20 24V9M20 24L10 13M20 24l10-11M20 24v7" />
      <path className="track-line track-thin" d="M20 4.5V2M6.5 9L5 7.3M33.5 9L35 7.3M20 35.5V38" />
    </>
  ),
  owl: <path className="track-line track-thick" d="M19 22L13 8M19 22l8-13M19 22l13 3M19 22l-7 12" />,
  deer: (
    <>
      <path d="M18.4 3C14 7 11.5 14 11.5 21c0 5.5 1.7 9 4 9 2 0 2.9-2 2.9-5zM21.6 3C26 7 28.5 14 28.5 21c0 5.5-1.7 9-4 9-2 0-2.9-2-2.9-5z" />
      <ellipse cx="14" cy="35.5" rx="2" ry="2.6" />
      <ellipse cx="26" cy="35.5" rx="2" ry="2.6" />
    </>
  ),
  roadrunner: <path className="track-line" d="M20 20L11 5M20 20l11-14M20 20L9 34M20 20l9 15" />,
  dog: (
    <>
      <path d="M20 22c4.5 0 8 5.5 8 9 0 3-2.5 3.5-4 3-1.5-.6-2.5-1-4-1s-2.5.4-4 1c-1.5.5-4 0-4-3 0-3.5 3.5-9 8-9z" />
      <ellipse cx="15.8" cy="13" rx="3" ry="5" />
      <ellipse cx="24.2" cy="13" rx="3" ry="5" />
      <ellipse cx="9.5" cy="20" rx="2.8" ry="4.6" transform="rotate(-16 9.5 20)" />
      <ellipse cx="30.5" cy="20" rx="2.8" ry="4.6" transform="rotate(16 30.5 20)" />
      <path className="track-line track-thin" d="M15.3 6V3.5M24.7 6V3.5M7.5 13.5L6.8 11M32.5 13.5l.7-2.5" />
    </>
  ),
  cat: (
    <>
      <path d="M20 21.5c6 0 9.5 5 9.5 8.5 0 3.5-3 4.5-5 3.8-1.5-.6-3-.8-4.5-.8s-3 .2-4.5.8c-2 .7-5-.3-5-3.8 0-3.5 3.5-8.5 9.5-8.5z" />
      <circle cx="15.4" cy="12" r="4" />
      <circle cx="24.6" cy="12" r="4" />
      <circle cx="7.8" cy="19" r="3.7" />
      <circle cx="32.2" cy="19" r="3.7" />
    </>
  ),
  badger: (
    <>
      <path d="M20 24c6 0 10.5 3.5 10.5 7.5 0 3-2.5 4-4.5 3.5-2-.6-4-1-6-1s-4 .4-6 1c-2 .5-4.5-.5-4.5-3.5C9.5 27.5 14 24 20 24z" />
      <ellipse cx="7.5" cy="21.5" rx="2.5" ry="3" />
      <ellipse cx="13" cy="17.5" rx="2.7" ry="3.3" />
      <ellipse cx="20" cy="16" rx="2.7" ry="3.3" />
      <ellipse cx="27" cy="17.5" rx="2.7" ry="3.3" />
      <ellipse cx="32.5" cy="21.5" rx="2.5" ry="3" />
      <path
        className="track-line track-thin"
        d="M5.5 15.5L4 9.5M12 11.5L11 5M20 10V3M28 11.5L29 5M34.5 15.5l1.5-6"
      />
    </>
  ),
} satisfies Record<string, ReactNode>

export type TrackName = keyof typeof TRACKS

export function Track({ name }: { name: TrackName }) {
  return (
    <svg className="track" viewBox="0 0 40 40" width={40} height={40} aria-hidden="true">
      {TRACKS[name]}
    </svg>
  )
}

interface Place {
  name: string
  miles: number
  note: string
  clearance?: boolean
}

/**
 * Renders how far places are, for a tag in content/the-land.mdx. The list must begin with the nearest place. Example:
 * `<Distances from="Headquarters" places={[{ name: 'The stock tank', miles: 1, note: 'Any car.' }]} />`.
 */
function Distances({ from, places }: { from: string; places: Place[] }) {
  // The miles to the next place. The line between two places in the list is longer if they are farther apart.
  const onward = (at: number) => ({
    '--miles': String((places[at + 1]?.miles ?? 0) - (places[at]?.miles ?? 0)),
  })
  return (
    <ol className="plain-list distances">
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
  /** How often visitors see the animals: common, uncommon or rare. */
  often: string
  note: string
  /** The name of a picture in the library. Without a picture, `noPicture` says why there is none. */
  picture?: string
  noPicture?: string
  animals: { name: string; track: TrackName; note: string }[]
}

/**
 * Renders the animals of the ranch with drawings of their tracks, grouped by how often visitors see them, for a tag in
 * content/the-land.mdx. Example:
 * `<Sightings groups={[{ often: 'Rare', note: '…', animals: [{ name: 'Badger', track: 'badger', note: '…' }] }]} />`.
 */
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
          <ul className="plain-list">
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

/**
 * Renders a rain gauge of 20 inches that shows the inches of rain per year, for a tag in content/the-land.mdx.
 * Example: `<Rain from={12} to={17} />`.
 */
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
