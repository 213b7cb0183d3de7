import { join } from 'node:path'
import mdx from '@mdx-js/rollup'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { layerOrder } from './scripts/prepare/layer-order.ts'
import { checkDataFiles, checkPage } from './scripts/content-check/check.ts'

/** The graph of modules, as the bundler tells of it. */
interface Graph {
  getModuleInfo: (id: string) => { importedIds: string[] } | null
}

/** A group of all that is loaded with some modules. */
function loadedWith(debugName: string, ...paths: string[]) {
  let found: Set<string> | null = null
  const name = (id: string, graph: Graph) => {
    if (!found) {
      found = new Set(paths.map((path) => join(import.meta.dirname, 'src', path)))
      for (const each of found)
        for (const next of graph.getModuleInfo(each)?.importedIds ?? []) found.add(next)
    }
    return found.has(id) ? debugName : null
  }
  return { name, debugName }
}

/**
 * Few files instead of many small ones: on a slow line each costs a round trip. A group is loaded whole, so it holds what is
 * loaded together: React, what public pages take, an event's page, its forms.
 */
const GROUPS = [
  // The script that runs before React takes these, and they must bring nothing along.
  { name: 'late', test: /vite\/preload-helper|src\/ui\/before-react/, priority: 10 },
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 9 },
  { name: 'schemas', test: /node_modules\/zod\//, priority: 9 },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 9 },
  // Taken by what runs without React on some pages: theirs must bring nothing along either.
  {
    ...loadedWith(
      'plain',
      'app/offline/keep-pages.ts',
      'app/browser-call.ts',
      'shared/days.ts',
      'shared/money.ts',
    ),
    priority: 8.2,
  },
  { ...loadedWith('directions-report', 'app/public/info/report-directions.ts'), priority: 6.5 },
  {
    ...loadedWith(
      'common',
      'app/root.tsx',
      'app/public/info/info-page.tsx',
      'app/public/event/availability.tsx',
    ),
    priority: 8,
  },
  { ...loadedWith('event-parts', 'app/public/event/event.tsx'), priority: 7 },
  // The waitlist's form and what the sign-up's shares with it: nothing of a card.
  {
    ...loadedWith('form-parts', 'app/public/sign-up/form-parts.tsx', 'app/public/waitlist/waitlist-form.tsx'),
    priority: 6.2,
  },
  {
    ...loadedWith('sign-up-parts', 'app/public/sign-up/sign-up-sheet.tsx'),
    priority: 6,
  },
]

/** Browsers have none of Node's modules: a page that loads one is refused here, and not by a visitor's browser. */
function noNodeInBrowsers(): Plugin {
  return {
    name: 'no-node-in-browsers',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(id, importer) {
      if (id.startsWith('node:')) this.error(`${importer} is loaded by browsers, which have no ${id}`)
    },
  }
}

export default defineConfig({
  plugins: [
    noNodeInBrowsers(),
    layerOrder(),
    checkDataFiles(),
    { enforce: 'pre', ...mdx({ remarkPlugins: [checkPage] }) },
    reactRouter(),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } },
    // Of these the e-mails take six components; whole they are 50 MB of memory, and hold up everybody for half a second.
    ssr: {
      resolve: { noExternal: ['react-email', '@react-email/render'] },
      // What browsers load later, such as an admin's part of the calendar, the server has at once.
      build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } },
    },
  },
  build: {
    // One stylesheet for the whole site: it is small, and a second page then has it already.
    cssCodeSplit: false,
    // Pictures and fonts stay files: a data URI would be sent again with every page.
    assetsInlineLimit: 0,
  },
})
