/** The built site with its sample content on an empty folder, and the addresses of all its public pages. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../bench/programs.ts'

export interface PublicSite {
  address: string
  /** Paths of the sitemap: whatever is public is measured. */
  paths: string[]
  stop(): Promise<void>
}

export async function openPublicSite(): Promise<PublicSite> {
  const folder = await mkdtemp(join(tmpdir(), 'speed-'))
  const site = await startSite(join(folder, 'data'))
  const sitemap = await (await fetch(`${site.address}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  if (paths.length === 0) throw new Error('The sitemap names no page')
  return {
    address: site.address,
    paths,
    stop: async () => {
      await site.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
