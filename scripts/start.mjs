/**
 * `npm start`: installs what is missing, builds what is stale, and starts the whole site with the pinned
 * Node. `npm run dev` (--dev) starts it with hot reload instead of a build.
 */
import './prepare/node-version.mjs'
import { ensureBuilt } from './prepare/build.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { ensurePictures } from './prepare/pictures.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { become } from './prepare/process.mjs'

const args = process.argv.slice(2)

await ensureInstalled()
const node = await pinnedNode()
if (args.includes('--dev')) await ensurePictures()
else await ensureBuilt(node)
become(node, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts', ...args], { cwd: ROOT })
