/** `npm run build`: installs what is missing and builds the pages, whether they are stale or not. */
import './prepare/node-version.mjs'
import { build } from './prepare/build.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'

await ensureInstalled()
const { status } = await build(await pinnedNode())
process.exit(status)
