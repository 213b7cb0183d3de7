/** Provides the pages' code: the built bundle, or Vite's development server. */
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createRequestHandler } from 'react-router'
import type { LoadedBuild, PageBuild } from './pages.ts'
import { openStaticFiles, type StaticFiles } from './static-files.ts'

const SERVER_BUNDLE = new URL('../../build/server/index.js', import.meta.url)
const CLIENT_FOLDER = fileURLToPath(new URL('../../build/client', import.meta.url))

type Handle = typeof createRequestHandler

interface PageSource {
  loadBuild: () => Promise<LoadedBuild>
  /** Null in development, where Vite serves the files. */
  files: StaticFiles | null
  close(): Promise<void>
}

/** Opens the built bundle. Throws one clear line if there is none. */
export async function openBuild(): Promise<PageSource> {
  if (!existsSync(SERVER_BUNDLE))
    throw new Error('The pages are not built yet; run `npm start` or `npm run build`.')
  const build = (await import(SERVER_BUNDLE.href)) as PageBuild
  return {
    loadBuild: async () => ({ build, createRequestHandler }),
    files: await openStaticFiles(CLIENT_FOLDER),
    close: async () => {},
  }
}

/** Puts Vite in front of the site's own server: current sources with hot reload on the same port. */
export async function openDevelopment(server: Server): Promise<PageSource> {
  const { createServer } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  })
  // Vite would end the process on SIGTERM before requests are drained.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ours.includes(listener)) process.off('SIGTERM', listener)
  }
  const [site] = server.listeners('request') as ((...args: unknown[]) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    vite.middlewares(request, response, () => site?.call(server, request, response))
  })
  return {
    loadBuild: async () => {
      // Vite resolves the development build of the router, and the bundle and its handler must come from the
      // same build.
      const [build, router] = await Promise.all([
        vite.ssrLoadModule('virtual:react-router/server-build'),
        vite.ssrLoadModule('react-router'),
      ])
      return { build: build as PageBuild, createRequestHandler: router['createRequestHandler'] as Handle }
    },
    files: null,
    close: () => vite.close(),
  }
}
