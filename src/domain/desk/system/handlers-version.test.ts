import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readVersion } from './handlers.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'version-'))
  await put('package.json', '{"version":"1.2.3"}')
})
afterEach(() => rm(root, { recursive: true }))

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true })
  await writeFile(join(root, name), text)
}

test.each<[string, Record<string, string>, string | null]>([
  ['returns null as the commit if it is unknown', {}, null],
  ['reads the commit of a container image', { COMMIT: `${COMMIT}\n` }, '012345678'],
  [
    'reads the commit of a clone on a branch',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': COMMIT },
    '012345678',
  ],
  [
    'reads the commit of a clone with packed branches',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# pack-refs\n${COMMIT} refs/heads/main\n` },
    '012345678',
  ],
  ['reads the commit of a clone with a detached HEAD', { '.git/HEAD': `${COMMIT}\n` }, '012345678'],
  ['returns null as the commit if the file has something else', { COMMIT: 'unknown' }, null],
])(
  'returns the version and commit of the running site, or null for an unknown commit: %s',
  async (_what, files, commit) => {
    for (const [name, text] of Object.entries(files)) await put(name, text)
    expect(await readVersion(root)).toEqual({ version: '1.2.3', commit })
  },
)
