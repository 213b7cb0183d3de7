/** The built site with its sample content on an empty folder, and the addresses of all its public pages. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../bench/programs.ts'
import { findChromium } from '../test-run/chromium.ts'

export interface PublicSite {
  address: string
  /** Paths of the sitemap: whatever is public is measured. */
  paths: string[]
  /** The browser's program. */
  chromium: string
  stop(): Promise<void>
}

export async function openPublicSite(): Promise<PublicSite> {
  const chromium = await findChromium(process.execPath)
  if (!chromium) throw new Error('No Chromium could be found or fetched; name one by CHROMIUM_PATH.')
  // Lighthouse finds it so.
  process.env['CHROME_PATH'] = chromium
  const folder = await mkdtemp(join(tmpdir(), 'speed-'))
  const site = await startSite(join(folder, 'data'))
  const sitemap = await (await fetch(`${site.address}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  if (paths.length === 0) throw new Error('The sitemap names no page')
  return {
    address: site.address,
    paths,
    chromium,
    stop: async () => {
      await site.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
