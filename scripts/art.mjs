/**
 * `npm run art -- <picture> …` (or `all`): renders pictures of art/ again, into art/masters. What only this needs is
 * installed in art/ the first time, so that nobody else carries it. Options are those of art/render.mjs.
 */
import './prepare/node-version.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, npm } from './prepare/install.mjs'
import { ROOT } from './prepare/paths.mjs'
import { pinnedNode } from './prepare/pinned-node.mjs'
import { become } from './prepare/process.mjs'

const ART = join(ROOT, 'art')

await ensureInstalled()
if (!existsSync(join(ART, 'node_modules', '@napi-rs', 'canvas'))) {
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  const status = await npm(['install', ...options], ART)
  if (status !== 0) process.exit(status)
}
become(await pinnedNode(), ['render.mjs', ...process.argv.slice(2)], { cwd: ART })
