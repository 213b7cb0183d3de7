/** `npm run move-to-postgres`: from the embedded database to the one of `DATABASE_URL`, with the pinned Node. */
import './prepare/node-version.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { become } from './prepare/process.mjs'

await ensureInstalled()
const node = await pinnedNode()
const program = 'src/server/backup/move-to-postgres.ts'
// Without a limit Node would rather take more memory than tidy up.
const flags = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256']
become(node, [...flags, program, ...process.argv.slice(2)], { cwd: ROOT })
