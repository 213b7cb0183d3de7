/**
 * Checks that each document and file about settings lists all settings that it should, and no setting that
 * does not exist.
 */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

/**
 * Returns the names of all settings. Some settings are only read if others are set, and the AWS SDK reads its
 * region itself.
 */
function settingNames(): string[] {
  const asked = new Set(['AWS_REGION'])
  const environments: Record<string, string>[] = [{}, { NODE_ENV: 'production' }, { S3_BUCKET: 'b' }]
  for (const given of environments)
    readSettings(
      new Proxy<Record<string, string>>(given, {
        get: (target, name) => {
          asked.add(String(name))
          return target[String(name)]
        },
      }),
    )
  return sorted(asked)
}

/**
 * Variables of other programs, which are no settings: Docker, PostgreSQL's image, Node and tests. `COMMIT` is
 * an argument of the image.
 */
const OTHERS = new Set([
  'COMMIT',
  'NODE_EXTRA_CA_CERTS',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'CHROMIUM_PATH',
])
const found = (path: string, pattern: RegExp) =>
  sorted([...read(path).matchAll(pattern)].map(([, name = '']) => name).filter((name) => !OTHERS.has(name)))

test('docs/operators/settings.md lists every setting and no other (R21.2)', () => {
  const page = read('docs/operators/settings.md')
  const cells = [...page.matchAll(/^\| (`[A-Z].+?) \|/gm)].join(' ')
  const usual = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION']
  const listed = [...cells.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name)
  expect(sorted([...listed, ...usual])).toEqual(settingNames())
  for (const name of usual) expect(page).toContain(`\`${name}\``)
})

describe('among the files for deployment,', () => {
  test('the example environment file lists every setting and no other', () => {
    const names = found('deploy/twelve-mile.env.example', /^#?([A-Z][A-Z0-9_]+)=/gm)
    expect(names).toEqual(settingNames())
  })

  test.each([
    ['Dockerfile', /(?:ENV |^ARG |\s)([A-Z][A-Z0-9_]+)=/gm],
    ['compose.yaml', /^ {4,6}([A-Z][A-Z0-9_]+):/gm],
    ['twelve-mile@.service', /(?:^Environment=|\s)([A-Z][A-Z0-9_]+)=/gm],
  ])('%s contains only settings that exist', (file, pattern) => {
    const names = found(`deploy/${file}`, pattern)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !settingNames().includes(name))).toEqual([])
  })

  test('the image uses the version of Node that package.json requires', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
    const images = [...read('deploy/Dockerfile').matchAll(/^FROM node:([\d.]+)/gm)].map(
      ([, version]) => version,
    )
    expect(sorted(images as string[])).toEqual([dependencies.node])
  })
})

test('the guides in docs/owners and docs/operators name only settings that exist', () => {
  const pages = globSync('docs/{owners,operators}/*.md')
  expect(pages.length).toBeGreaterThan(15)
  const named = pages.flatMap((page) =>
    found(page, /`([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST|BACKUPS|WALLETS)(?:=[^`]*)?`/g),
  )
  expect(named.filter((name) => !settingNames().includes(name))).toEqual([])
})
