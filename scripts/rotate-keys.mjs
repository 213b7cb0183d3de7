/** `npm run rotate-keys`: seals all personal data under the first key of `DATA_KEYS`, with the pinned Node. */
import './prepare/node-version.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { become } from './prepare/process.mjs'

await ensureInstalled()
const node = await pinnedNode()
become(node, ['--disable-warning=ExperimentalWarning', 'src/server/rotate-keys.ts'], { cwd: ROOT })
