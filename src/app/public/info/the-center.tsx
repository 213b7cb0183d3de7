import type { ReactNode } from 'react'
import * as content from '#content/the-center.mdx'
import { Picture } from '#app/ui/picture.tsx'
import { paths } from '#app/paths.ts'
import { PhotosIn } from './content-parts.tsx'
import { infoRoute } from './info-page.tsx'

/**
 * Renders `<Buildings sky="night">` with two `<Building>`s: two panels with a picture of the sky between
 * them.
 */
function Buildings({ sky, children }: { sky: string; children: ReactNode }) {
  return (
    <div className="buildings">
      <div className="buildings-sky picture-frame">
        <Picture src={sky} alt="" sizes="max(100vw, 180svh)" />
      </div>
      <div className="buildings-row column">{children}</div>
    </div>
  )
}

function Building({ children }: { children: ReactNode }) {
  return (
    <section className="building on-sheet prose">
      <PhotosIn sizes="(width >= 64rem) 45vw, 122vw">{children}</PhotosIn>
    </section>
  )
}

const SIGNS = {
  bed: <path d="M3 6v16M3 18h26v4M29 18v-3a4 4 0 0 0-4-4H13v7M8 15.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />,
  bath: (
    <path d="M3 15h26v2a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6zM7 15V7a3 3 0 0 1 6 0M10.5 7.5h5M9 23l-1.5 3M23 23l1.5 3" />
  ),
  pot: <path d="M6 12h20v9a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3zM6 15H3M26 15h3M4 9h24M14 6h4" />,
}

/**
 * Renders `<Tally count={11} of="bedrooms" sign="bed" />`: the number of things, and an icon for each thing.
 */
function Tally({ count, of, sign }: { count: number; of: string; sign: keyof typeof SIGNS }) {
  return (
    <div className="tally">
      <p>
        <strong>{count}</strong> {of}
      </p>
      <div className="tally-signs" aria-hidden="true">
        {Array.from({ length: count }, (_, at) => (
          <svg key={at} viewBox="0 0 32 28" width={28} height={24.5}>
            {SIGNS[sign]}
          </svg>
        ))}
      </div>
    </div>
  )
}

export const parts = { Buildings, Building, Tally }

export const { handle, meta, Page } = infoRoute(paths.theCenter, content, { parts })
export default Page
