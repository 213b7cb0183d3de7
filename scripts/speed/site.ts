/** The built site with its sample content on an empty folder, and the addresses of all its public pages. */
import { startFreshSite } from '../bench/programs.ts'
import { findChromium } from '../test-run/chromium.ts'

/** `paths`: those of the sitemap, since whatever is public is measured; `chromium`: the browser's program. */
export async function openPublicSite() {
  const chromium = await findChromium()
  if (!chromium) throw new Error('No Chromium could be found or fetched; name one by CHROMIUM_PATH.')
  await using ends = new AsyncDisposableStack()
  const { address } = ends.use(await startFreshSite())
  const sitemap = await (await fetch(`${address}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  if (paths.length === 0) throw new Error('The sitemap names no page')
  const all = ends.move()
  return { address, paths, chromium, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
