import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import mdx from '@mdx-js/rollup'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { layerOrder } from './scripts/prepare/layer-order.ts'
import { checkDataFiles, checkPage } from './scripts/content-check/check.ts'

/** The part of the bundler's module graph that this file reads. */
interface Graph {
  getModuleInfo: (id: string) => { importedIds: string[] } | null
}

/** Returns a chunk group of some modules and everything that they import. Throws if a module does not exist. */
function loadedWith(debugName: string, ...paths: string[]) {
  let found: Set<string> | null = null
  const name = (id: string, graph: Graph) => {
    if (!found) {
      found = new Set(paths.map((path) => realpathSync(join(import.meta.dirname, 'src', path))))
      for (const each of found)
        for (const next of graph.getModuleInfo(each)?.importedIds ?? []) found.add(next)
    }
    return found.has(id) ? debugName : null
  }
  return { name, debugName }
}

const ENTRY = 'app/entry.client.tsx'
const ENTRY_PATH = join(import.meta.dirname, 'src', ENTRY)
const withEntry = loadedWith('late', ENTRY)

/**
 * The chunks of the browser bundle. Few files beat many small ones, because each costs a round trip on a slow connection. A browser loads a
 * chunk whole, so each has modules that pages use together: React, public pages, an event's page, its forms.
 */
const GROUPS = [
  // Everything that the entry script imports. It runs before React, so it must not load React.
  {
    name: (id: string, graph: Graph) => {
      if (id.includes('vite/preload-helper')) return 'late'
      return id === ENTRY_PATH ? null : withEntry.name(id, graph)
    },
    priority: 10,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 9 },
  { name: 'schemas', test: /node_modules\/zod\//, priority: 9 },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 9 },
  // Scripts that run without React on some pages import these. They must not load React either.
  {
    ...loadedWith(
      'plain',
      'app/offline/save-pages.ts',
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
  // The waitlist form, and the parts that it shares with the sign-up form. It has no card fields.
  {
    ...loadedWith('form-parts', 'app/public/sign-up/form-parts.tsx', 'app/public/waitlist/waitlist-form.tsx'),
    priority: 6.2,
  },
  {
    ...loadedWith('sign-up-parts', 'app/public/sign-up/sign-up-sheet.tsx'),
    priority: 6,
  },
]

/** Fails the build if a page imports a Node module. Otherwise the page would fail in the visitor's browser. */
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

/** Fails the build if the entry script loads React, which pages without a form load at the first touch (R20.11). */
function noReactBeforeTouch(): Plugin {
  return {
    name: 'no-react-before-touch',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId === ENTRY_PATH,
      )
      if (!entry) this.error(`No chunk was built for ${ENTRY}`)
      const loaded = new Set([entry.fileName])
      for (const name of loaded) {
        const file = bundle[name]
        if (file?.type !== 'chunk') continue
        if (file.moduleIds.some((id) => id.includes('/node_modules/react-dom/')))
          this.error(`The entry script loads React: ${[...loaded].join(', ')}`)
        for (const next of file.imports) loaded.add(next)
      }
    },
  }
}

const SOURCES = realpathSync(join(import.meta.dirname, 'src'))
const SERVER_BUNDLE = join(SOURCES, '../build/server')

/**
 * Makes `import.meta.url` the address of the source file. The bundled server needs it to read fonts, migrations
 * and programs that lie next to its sources.
 */
function sourceAddresses(): Plugin {
  return {
    name: 'source-addresses',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !code.includes('import.meta.url')) return null
      const path = JSON.stringify(relative(SERVER_BUNDLE, id).replaceAll('\\', '/'))
      return { code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`), map: null }
    },
  }
}

/**
 * Packages that the server's bundle contains: bundling leaves out the parts that the site does not use. The
 * e-mails use six components of `react-email`, which takes 50 MB as a whole. Each file of Drizzle makes Node
 * read a `package.json` of 180 KB.
 */
const BUNDLED = ['react-email', '@react-email/render', 'drizzle-orm', 'stripe', 'libphonenumber-js']

export default defineConfig(({ command }) => ({
  plugins: [
    sourceAddresses(),
    noNodeInBrowsers(),
    noReactBeforeTouch(),
    layerOrder(),
    checkDataFiles(),
    { enforce: 'pre', ...mdx({ remarkPlugins: [checkPage] }) },
    reactRouter(),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } },
    ssr: {
      resolve: { noExternal: command === 'build' ? BUNDLED : [] },
      build: {
        // Lets the log name lines of the source files.
        sourcemap: true,
        rolldownOptions: {
          input: 'src/server/run-site.ts',
          // Writes chunks to the folder of the entry file, because `sourceAddresses` expects them there.
          output: { chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
          // The browser loads some modules lazily, such as the admin's part of the calendar, but the server
          // loads them immediately. That is intended, so the warning is off.
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
  },
  build: {
    // Pictures and fonts stay files, because the browser would load a data URI again with every page.
    assetsInlineLimit: 0,
  },
}))
