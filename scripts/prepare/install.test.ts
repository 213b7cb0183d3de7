import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { npm } from './install.mjs'

const folder = mkdtempSync(join(tmpdir(), 'install-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('runs npm even if `npm ci` has deleted the Node that started it (R21.1)', async () => {
  const cli = join(folder, 'npm-cli.js')
  writeFileSync(cli, "require('node:fs').writeFileSync('ran', process.argv.slice(2).join(' '))")
  vi.stubEnv('npm_execpath', cli)
  vi.stubEnv('npm_node_execpath', join(folder, 'node_modules', 'node', 'bin', 'node'))
  expect(await npm(['install', 'node'], folder)).toBe(0)
  expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('install node')
})
