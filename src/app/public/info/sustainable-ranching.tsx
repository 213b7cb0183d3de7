/** The page of `content/sustainable-ranching.mdx` and its components. */
import type { ReactNode } from 'react'
import * as content from '#content/sustainable-ranching.mdx'
import { Picture } from '#app/ui/picture.tsx'
import { paths } from '#app/paths.ts'
import { infoRoute } from './info-page.tsx'

const PASTURES = 9
const GRASS = [
  '#d8b87a',
  '#c3b06c',
  '#aea962',
  '#98a159',
  '#829850',
  '#6d8f49',
  '#598543',
  '#487b3e',
  '#3a7039',
]

function at(turn: number, radius: number): string {
  const angle = (turn - 0.25) * 2 * Math.PI
  return `${(200 + radius * Math.cos(angle)).toFixed(1)} ${(200 + radius * Math.sin(angle)).toFixed(1)}`
}

function pasture(index: number): string {
  const [from, to] = [(index - 0.47) / PASTURES, (index + 0.47) / PASTURES]
  return `M${at(from, 190)}A190 190 0 0 1 ${at(to, 190)}L${at(to, 92)}A92 92 0 0 0 ${at(from, 92)}Z`
}

/**
 * Positions of the cattle in the drawing of the pastures: the angle as a fraction of a full circle, and the
 * distance from the center.
 */
const HERD = [
  [-0.028, 128],
  [-0.012, 152],
  [0.006, 120],
  [0.016, 146],
  [0.031, 132],
  [-0.03, 165],
  [0.002, 172],
  [0.03, 162],
] as const

/**
 * Renders `<Rotation>…</Rotation>`: a drawing of one herd on a ring of pastures. The grass is taller where a
 * pasture has rested longer.
 */
function Rotation({ children }: { children: ReactNode }) {
  return (
    <figure className="rotation">
      <svg viewBox="0 0 400 400" aria-hidden="true">
        {GRASS.map((color, index) => (
          <path key={color} d={pasture(PASTURES - index)} fill={color} />
        ))}
        {HERD.map(([turn, radius]) => (
          <ellipse
            key={`${turn} ${radius}`}
            cx={at(turn, radius).split(' ')[0]}
            cy={at(turn, radius).split(' ')[1]}
            rx="7"
            ry="4.4"
            fill="#4a2517"
          />
        ))}
        <path className="rotation-way" d={`M${at(0.03, 70)}A70 70 0 0 1 ${at(0.2, 70)}`} />
        <path className="rotation-way" d="m259 177 8 13 10-12" />
        <text x="200" y="196">
          One herd,
        </text>
        <text x="200" y="224">
          moving on
        </text>
      </svg>
      <figcaption>{children}</figcaption>
    </figure>
  )
}

/** Renders `<Turns>…</Turns>`: a drawing and a text next to each other. */
const Turns = ({ children }: { children: ReactNode }) => <div className="turns">{children}</div>

/**
 * Renders `<Well feet={900} picture="well">…</Well>`: a drawing of the well below the windmill, one pixel per
 * foot.
 */
function Well({ feet, picture, children }: { feet: number; picture: string; children: ReactNode }) {
  const marks = Array.from({ length: Math.floor(feet / 100) - 1 }, (_, index) => (index + 1) * 100)
  return (
    <section className="well" style={{ '--feet': String(feet) }}>
      <div className="well-top">
        <Picture src={picture} sizes="100vw" />
      </div>
      <div className="well-ground">
        <div className="well-row column">
          <div className="well-shaft" aria-hidden="true">
            {marks.map((mark) => (
              <span key={mark} style={{ '--feet': String(mark) }}>
                {mark}
              </span>
            ))}
            <strong>{feet} ft</strong>
          </div>
          <div className="well-words on-scene prose">{children}</div>
        </div>
      </div>
    </section>
  )
}

/** Renders `<Sun days={320} />`: a drawing of the days of a year, in which the sunny days are filled. */
function Sun({ days }: { days: number }) {
  return <div className="sun" aria-hidden="true" style={{ '--days': String(days) }} />
}

export const parts = { Turns, Rotation, Well, Sun }

export const { handle, meta, Page } = infoRoute(paths.sustainableRanching, content, { parts })
export default Page
