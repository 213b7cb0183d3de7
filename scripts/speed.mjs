/** `npm run budget` and `npm run lighthouse`: measure the built site's public pages in Chromium, with the pinned Node. */
import './prepare/node-version.mjs'
import { ensureBuilt } from './prepare/build.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { become } from './prepare/process.mjs'
import { findChromium } from './test-run/chromium.mjs'

await ensureInstalled()
const node = await pinnedNode()
await ensureBuilt(node)
const chromium = await findChromium(node)
if (!chromium) {
  console.error('No Chromium could be found or fetched; name one by CHROMIUM_PATH.')
  process.exit(1)
}
const env = { ...process.env, NODE_ENV: 'production', CHROMIUM_PATH: chromium, CHROME_PATH: chromium }
const program = `scripts/speed/${process.argv[2] === 'lighthouse' ? 'lighthouse' : 'budget'}.ts`
become(node, ['--disable-warning=ExperimentalWarning', program], { cwd: ROOT, env })
