/**
 * Shows every e-mail with its variants in react-email's own preview server, with the sample data of the tests:
 *
 *     npm run emails [-- --port 3001]
 *
 * The preview server is a Next.js program of 460 MB. So it is not a dependency of the project. The first run
 * installs it in `.cache/`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'vite'
import type * as Samples from '#test/support/mail/samples.ts'

/**
 * The newest version that react-email and its preview server both have. The preview server starts only if
 * both have the same version.
 */
const VERSION = '6.11.6'
const HERE = '.cache/emails'
const SAMPLES = 'test/support/mail/samples.ts'

const vite = await createServer({ configFile: false, appType: 'custom', server: { middlewareMode: true } })
const { samples } = (await vite.ssrLoadModule(`/${SAMPLES}`)) as typeof Samples
await vite.close()

rmSync(`${HERE}/previews`, { recursive: true, force: true })
for (const { type, variant } of samples) {
  mkdirSync(`${HERE}/previews/${type}`, { recursive: true })
  writeFileSync(
    `${HERE}/previews/${type}/${variant}.tsx`,
    `import { samplePage } from '../../../../${SAMPLES}'\nexport default () => samplePage('${type}', '${variant}')\n`,
  )
}

// Without a package.json here, npm would install the packages into the project.
writeFileSync(`${HERE}/package.json`, '{ "private": true }')
const packages = [`react-email@${VERSION}`, `@react-email/ui@${VERSION}`]
run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
run('node_modules/.bin/email', ['dev', '--dir', 'previews', ...process.argv.slice(2)])

function run(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { cwd: HERE, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
