import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { siteContext, type SiteInfo } from '#app/server-context.ts'
import { loader } from './parts.tsx'

/** Runs the loader of the page that shows all components, on a site with a sandbox (`demo`) or without. */
function open(demo: boolean) {
  const context = new RouterContextProvider()
  context.set(siteContext, { demo } as SiteInfo)
  return () => loader({ context } as unknown as Parameters<typeof loader>[0])
}

test('serves the page with all components only while the site uses a sandbox', () => {
  expect(open(true)()).toBeNull()
  expect(open(false)).toThrow(expect.objectContaining({ init: expect.objectContaining({ status: 404 }) }))
})
