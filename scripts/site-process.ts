/**
 * Starts the built site in a separate process, for the bench, the page budget and the tests in other browsers.
 */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type SiteProcess, startProcess } from '#test/support/process.ts'

export interface RunningSite extends Omit<SiteProcess, 'address'> {
  address: string
}

/**
 * Starts a site and resolves when it is ready. `checkout` is the folder of another built checkout. If it is
 * missing, this checkout's site starts. Rate limits are off, because all visitors come from one address.
 */
export async function startSite(env: Record<string, string>, checkout?: string): Promise<RunningSite> {
  const port = await freePort()
  const site = startProcess({ PORT: port, RATE_LIMITS: 'off', ...env }, undefined, checkout)
  await site.address
  // Uses the local address, because the site may have printed its PUBLIC_URL instead.
  const address = `http://127.0.0.1:${port}`
  const ready = await fetch(`${address}/readyz`)
  if (!ready.ok) throw new Error(`/readyz returned ${ready.status}`)
  return { ...site, address }
}

/**
 * Starts this checkout's site with sample content, in a folder that is deleted afterwards. `paths` are the
 * public pages of its sitemap.
 */
export async function openPublicSite() {
  await using ends = new AsyncDisposableStack()
  const folder = ends.use(await mkdtempDisposable(join(tmpdir(), 'site-')))
  const { address } = ends.use(await startSite({ DATA_DIR: join(folder.path, 'data') }))
  const sitemap = await (await fetch(`${address}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  if (paths.length === 0) throw new Error('The sitemap lists no page')
  const all = ends.move()
  return { address, paths, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
