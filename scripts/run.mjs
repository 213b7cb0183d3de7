/**
 * `npm run <name>`, `npm start`: runs a program of the project with the pinned Node. Installs dependencies
 * first if needed. Also builds the site first if the program serves or measures it. `npm run build` always
 * builds the site. `npm run dev` (`start --dev`) runs the site from its current sources instead.
 */
import './prepare/node-version.mjs'
import { build, ensureBuilt } from './prepare/build.mjs'
import { ensureInstalled, pinnedNode } from './prepare/install.mjs'
import { ROOT, become } from './prepare/process.mjs'
import { ensurePictures } from './prepare/pictures.mjs'

/** Limits the memory of short programs. Without a limit, Node collects garbage later and uses more memory. */
const LITTLE_MEMORY = ['--max-old-space-size=256']

/** @type {Record<string, { file: string, flags?: string[], built?: true }>} */
const PROGRAMS = {
  start: { file: 'src/server/main.ts', built: true },
  backup: { file: 'src/server/backup/backup.ts', flags: LITTLE_MEMORY },
  restore: { file: 'src/server/backup/restore.ts', flags: LITTLE_MEMORY },
  'move-to-postgres': { file: 'src/server/backup/move-to-postgres.ts', flags: LITTLE_MEMORY },
  'rotate-keys': { file: 'src/server/rotate-keys.ts' },
  pictures: { file: 'scripts/pictures.ts' },
  icons: { file: 'scripts/icons.ts' },
  fonts: { file: 'scripts/fonts.ts' },
  emails: { file: 'scripts/emails.ts' },
  screenshots: { file: 'scripts/screenshots.ts', built: true },
  bench: { file: 'scripts/bench/main.ts', built: true },
  test: { file: 'scripts/test-run/main.ts' },
  budget: { file: 'scripts/budget.ts', built: true },
}

const [name = '', ...args] = process.argv.slice(2)
const program = PROGRAMS[name]
if (!program && name !== 'build') {
  console.error(`There is no ${name}: build, ${Object.keys(PROGRAMS).join(', ')}`)
  process.exit(1)
}
await ensureInstalled()
const node = await pinnedNode()
if (!program) process.exit((await build(node)).status)
if (args.includes('--dev')) await ensurePictures()
else if (program.built) await ensureBuilt(node)
const flags = ['--disable-warning=ExperimentalWarning', ...(program.flags ?? [])]
become(node, [...flags, program.file, ...args], { cwd: ROOT })
