/**
 * `npm run dev`: Vite loads the site from its current sources, and replaces a changed page in the browser.
 * After a change of other server code, this file restarts the site in the same process, on the same port.
 */
import type { RequestListener } from 'node:http'
import { createServer, type EnvironmentModuleNode, type ViteDevServer } from 'vite'
import { type Listener, listen } from './listener.ts'
import type { RunningSite, StartOptions } from './start.ts'

const SITE = 'src/server/start.ts'
/**
 * After a file has changed, waits this many milliseconds for further changes, because an editor or Git may
 * write several files.
 */
const SETTLED_MS = 50

export async function startDevelopment(options: StartOptions): Promise<RunningSite> {
  const { log, settings } = options
  const listener = await listen(settings.host, settings.port)
  const vite = await openVite(listener)
  let site: RunningSite | null = null
  async function start(): Promise<void> {
    const { startSite } = (await vite.ssrLoadModule(SITE)) as typeof import('./start.ts')
    // Keeps the port open while the site restarts.
    site = await startSite({ ...options, listener: { ...listener, drain: async () => {} } })
  }
  let started = start()
  const handler = listener.server.listeners('request')[0] as RequestListener
  listener.server.removeAllListeners('request')
  listener.server.on('request', (request, response) =>
    vite.middlewares(request, response, () => void started.then(() => handler(request, response))),
  )

  async function startAgain(): Promise<void> {
    const begun = performance.now()
    try {
      await site?.close()
      site = null
      await start()
      vite.ws.send({ type: 'full-reload' })
      log.info({ ms: Math.round(performance.now() - begun) }, 'started again after a change')
    } catch (err) {
      log.error({ err }, 'failed to start again after a change')
    }
  }
  let settling: NodeJS.Timeout | undefined
  vite.watcher.on('all', (_, file) => {
    if (!isServerCode(vite, file)) return
    clearTimeout(settling)
    settling = setTimeout(() => (started = started.then(startAgain)), SETTLED_MS)
  })
  await started
  const { announcement } = site as unknown as RunningSite
  return {
    announcement,
    close: async () => {
      await vite.close()
      await started
      await site?.close()
    },
  }
}

async function openVite({ server }: Listener): Promise<ViteDevServer> {
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  // Removes Vite's listener, which would end the process on SIGTERM before running requests are finished.
  for (const listener of process.listeners('SIGTERM'))
    if (!ours.includes(listener)) process.off('SIGTERM', listener)
  return vite
}

/**
 * Returns true if the site's own code imports the file. Vite itself reloads a file that only pages import.
 */
function isServerCode(vite: ViteDevServer, file: string): boolean {
  const seen = new Set<EnvironmentModuleNode>(vite.environments.ssr.moduleGraph.getModulesByFile(file))
  for (const module of seen) {
    if (module.file?.endsWith(SITE)) return true
    if (!module.id?.includes('virtual:react-router/server-build'))
      for (const importer of module.importers) seen.add(importer)
  }
  return false
}
