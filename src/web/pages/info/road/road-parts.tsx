/** What `content/directions.mdx` draws besides text: all of it from `content/road.json`. */
import type { ReactNode } from 'react'
import { LinkButton } from '#ui/button.tsx'
import { Paper } from '#web/ui/paper.tsx'
import { PrintButton } from '#web/ui/print-button.tsx'
import { paths } from '#web/paths.ts'
import { Coordinates } from './coordinates.tsx'
import { MileList } from './mile-list.tsx'
import { road } from './road.ts'
import { RoadMap } from './road-map.tsx'
import './road-parts.css'

/** `<DirtRoad>## The dirt road</DirtRoad>`: a sheet with the map and the list beside each other, under what is within. */
function DirtRoad({ children }: { children: ReactNode }) {
  return (
    <Paper className="prose dirt-road">
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

export const roadParts = { DirtRoad, TakeAlong }
