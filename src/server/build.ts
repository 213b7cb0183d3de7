/** The source of the pages: the built bundle, or Vite's own server while developing. */
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
  /** Null while developing: Vite serves them. */
  files: StaticFiles | null
  close(): Promise<void>
}

/** The built bundle. Throws one clear line when there is none. */
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

/** Vite in front of the site's own server: sources as they are now, with hot reload on the same port. */
export async function openDevelopment(server: Server): Promise<PageSource> {
  const { createServer } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  })
  // Vite would end the process by itself, before requests are drained.
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
      // Vite resolves the router's development edition: bundle and handler must be of the same one.
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
