import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { RoadToTake } from './directions.tsx'
import { road } from './road.ts'

function shown(sample: boolean): string {
  const Page = createRoutesStub([{ path: '/', Component: () => <RoadToTake road={{ ...road, sample }} /> }])
  return renderToStaticMarkup(<Page />)
}

test('offers a guest the coordinates of a real road, a link to a map app, and the map file', () => {
  const html = shown(false)
  const gateway = road.line.at(-1)
  const place = [gateway?.lat.toFixed(5), gateway?.lon.toFixed(5)]
  expect(html).toContain(`data-copy="${place.join(', ')}"`)
  expect(html).toContain(
    `href="geo:${place.join()}?q=${place.join()}(The%20gateway%2C%20Twelve%20Mile%20Ranch)"`,
  )
  expect(html).toContain('Open in maps')
  expect(html).toContain('href="/directions/road.gpx"')
  expect(html).not.toContain('class="sample"')
})

test('offers no coordinates, map link or map file of a made-up road, and says when they come (R55.2)', () => {
  const html = shown(true)
  expect(html).not.toMatch(/geo:|Open in maps|Copy|road\.gpx|\d\.\d{5}/)
  expect(html).toContain('will be here when the road above is the real one')
  expect(html).toContain('Print')
})
