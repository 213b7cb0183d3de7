import { expect, test } from 'vitest'
import { deferScripts } from './lazy-scripts.ts'

const boot = `<script type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/contact-1.js";
  
  window.__reactRouterRouteModules = {"root":route0,"pages/info/contact":route1};

import("/assets/entry.client-1.js");</script>`

const preload = (file: string) => `<link rel="modulepreload" href="/assets/${file}"/>`
const page = (body: string) =>
  `<html><body>${body}${preload('entry.client-1.js')}${preload('root-1.js')}${boot}</body></html>`

test('loads only the entry script when a page without a form opens', () => {
  const late = deferScripts(page('<h1>Contact</h1>'))
  expect(late).toContain(preload('entry.client-1.js'))
  expect(late).not.toContain(preload('root-1.js'))
  expect(late).not.toMatch(/import "|import \* as/)
  expect(late).toContain('import("/assets/entry.client-1.js")')
})

test("turns a page's imports into a function that loads the modules later, under the same names", () => {
  const late = deferScripts(page('<h1>Contact</h1>'))
  expect(late).toContain(
    'window.loadPage = async () => {\nconst [, route0, route1] = await Promise.all([import("/assets/manifest-1.js"), import("/assets/root-1.js"), import("/assets/contact-1.js")]);',
  )
  expect(late).toContain('window.__reactRouterRouteModules = {"root":route0,"pages/info/contact":route1};')
})

test.each(['<form method="post"></form>', '<form></form>', '<span data-hydrate=""></span>'])(
  'does not delay the scripts of a page with %s',
  (body) => {
    expect(deferScripts(page(body))).toBe(page(body))
  },
)

test("assembles a page's modules from their parts after the files with the parts have loaded", () => {
  const parts = `import * as route1_clientLoader from "/assets/events-client-loader-1.js";
import * as route1_main from "/assets/events-main-1.js";
const route1 = {...route1_clientLoader,...route1_main};`
  const late = deferScripts(page('').replace('import * as route1 from "/assets/contact-1.js";', parts))
  expect(late).toContain('import("/assets/events-client-loader-1.js"), import("/assets/events-main-1.js")]);')
  expect(late).toMatch(/]\);\nconst route1 = \{\.\.\.route1_clientLoader,\.\.\.route1_main\};\nwindow\./)
})

test('delays the scripts of a page whose only form is a button', () => {
  const late = deferScripts(
    page('<form method="get" class="action" data-late="sign-up:7"><button></button></form>'),
  )
  expect(late).toContain('window.loadPage')
})

test('does not change a document whose scripts have an unknown format', () => {
  const other = '<html><body><script type="module">import "/x.js"</script></body></html>'
  expect(deferScripts(other)).toBe(other)
})
