/** `npm run scale`: fills an empty database with made-up years of a house, with the pinned Node. */
import './prepare/node-version.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { become } from './prepare/process.mjs'

await ensureInstalled()
const node = await pinnedNode()
const args = ['--disable-warning=ExperimentalWarning', 'scripts/scale/main.ts', ...process.argv.slice(2)]
become(node, args, { cwd: ROOT })
