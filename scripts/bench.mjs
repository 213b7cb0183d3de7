/** `npm run bench`: measures the built site with the pinned Node; prints a table and writes docs/performance.md. */
import './prepare/node-version.mjs'
import { ensureBuilt } from './prepare/build.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { become } from './prepare/process.mjs'

await ensureInstalled()
const node = await pinnedNode()
await ensureBuilt(node)
const env = { ...process.env, NODE_ENV: 'production' }
become(node, ['--disable-warning=ExperimentalWarning', 'scripts/bench/main.ts'], { cwd: ROOT, env })
