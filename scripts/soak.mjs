/** `npm run soak`: half an hour of mixed traffic on the built site, with the pinned Node. */
import './prepare/node-version.mjs'
import { ensureBuilt } from './prepare/build.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { become } from './prepare/process.mjs'

await ensureInstalled()
const node = await pinnedNode()
await ensureBuilt(node)
const args = ['--disable-warning=ExperimentalWarning', 'scripts/soak/main.ts', ...process.argv.slice(2)]
become(node, args, { cwd: ROOT })
