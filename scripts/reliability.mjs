/** `npm run reliability`: makes docs/reliability.md, with the pinned Node. */
import './prepare/node-version.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { become } from './prepare/process.mjs'

await ensureInstalled()
become(await pinnedNode(), ['--disable-warning=ExperimentalWarning', 'scripts/reliability/main.ts'], {
  cwd: ROOT,
})
