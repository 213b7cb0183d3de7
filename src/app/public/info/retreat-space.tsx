import type { ReactNode } from 'react'
import * as content from '#content/retreat-space.mdx'
import { paths } from '#app/paths.ts'
import { infoRoute } from './info-page.tsx'

function Hum({ children }: { children: ReactNode }) {
  return (
    <figure className="hum">
      <div className="hum-chart" aria-hidden="true">
        <span>6 am</span>
        <span>Noon</span>
        <span>6 pm</span>
        <span>Midnight</span>
        <span>6 am</span>
      </div>
      <figcaption>{children}</figcaption>
    </figure>
  )
}

/** Renders `<Nights from={4} to={7} />`: the usual length of a stay, drawn as one moon for each night. */
function Nights({ from, to }: { from: number; to: number }) {
  return (
    <div className="nights" aria-hidden="true">
      {Array.from({ length: to }, (_, at) => (
        <span key={at} className={at + 1 >= from ? 'night-usual' : ''}>
          {at + 1}
        </span>
      ))}
    </div>
  )
}

export const parts = { Hum, Nights }

export const { handle, meta, Page } = infoRoute(paths.retreatSpace, content, { parts })
export default Page
