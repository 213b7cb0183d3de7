/** Tests that a file counts as a backup only if it is complete to the last byte. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import {
  createArchive,
  FORMAT,
  HEAD_NAME,
  type Manifest,
  MANIFEST_NAME,
  type Member,
  checkArchive,
} from './archive.ts'
import { partName } from './rules.ts'

const AT = new Date('2027-05-06T09:00:00Z')
const folder = await mkdtemp(join(tmpdir(), 'archive-test-'))
afterAll(() => rm(folder, { recursive: true }))
let made = 0
const newPath = () => join(folder, `${(made += 1)}.tar.gz`)

interface Content {
  head?: object | null
  /** Builds the manifest from the files that are really in the archive. Null writes no manifest. */
  manifest?: ((members: Member[]) => object) | null
}

const whole = (members: Member[]): Manifest => ({
  format: FORMAT,
  madeAt: AT.toISOString(),
  site: null,
  migration: 1,
  tables: [{ name: 'public.events', rows: 1, fingerprint: '0', parts: members.slice(0, 1) }],
  sequences: {},
  sums: { received: 0, refunded: 0, invoiced: 0 },
  keyIds: [],
  probe: '',
  files: members.slice(1),
  picturesLeftOut: false,
})

async function write({ head = { format: FORMAT }, manifest = whole }: Content = {}): Promise<string> {
  const path = newPath()
  const archive = createArchive(path, AT)
  const add = (name: string, text: string) => archive.add(name, Buffer.byteLength(text), [Buffer.from(text)])
  if (head) await add(HEAD_NAME, JSON.stringify(head))
  const members = [
    await add('tables/public.events/00001.jsonl', '{"id":1}\n'),
    await add('files/hat-480.webp', 'h'.repeat(100_000)),
  ]
  if (manifest) await add(MANIFEST_NAME, JSON.stringify(manifest(members)))
  await archive.finish()
  return path
}

const problemOf = async (path: string) => {
  const checked = await checkArchive(path)
  return checked.ok ? null : checked.problem
}

test('writes a complete backup file that only this user can read and that any tar program can list', async () => {
  const path = await write()
  expect(await checkArchive(path)).toMatchObject({ ok: true, manifest: { format: FORMAT } })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const listed = execFileSync('tar', ['tzf', path]).toString().trim().split('\n')
  expect(listed).toEqual([HEAD_NAME, 'tables/public.events/00001.jsonl', 'files/hat-480.webp', MANIFEST_NAME])
})

const UNFINISHED = 'This backup is incomplete: its end is missing. Please use another one.'
const DAMAGED = 'This backup is damaged. Please use another one.'
const FOREIGN = 'This is not a backup of this site.'

describe('a file to restore', () => {
  test('is refused if it is cut off at any place', async () => {
    const bytes = await readFile(await write())
    const path = newPath()
    for (const kept of [30, 200, bytes.length - 9, bytes.length - 1]) {
      await writeFile(path, bytes.subarray(0, kept))
      expect([UNFINISHED, FOREIGN]).toContain(await problemOf(path))
    }
    expect(await problemOf(await write({ manifest: null }))).toBe(UNFINISHED)
  })

  test('is refused if any byte was changed', async () => {
    const plain = gunzipSync(await readFile(await write()))
    const path = newPath()
    for (const part of ['{"id":1}', 'hhh', '"format":1,']) {
      const changed = Buffer.from(plain)
      const at = plain.indexOf(part)
      changed[at] = (changed[at] ?? 0) ^ 3
      await writeFile(path, gzipSync(changed))
      expect(await problemOf(path)).toBe(DAMAGED)
    }
    const packed = Buffer.from(await readFile(await write()))
    packed[packed.length >> 1] = (packed[packed.length >> 1] ?? 0) ^ 255
    await writeFile(path, packed)
    expect(await problemOf(path)).toBe(DAMAGED)
  })

  test('is refused if it lacks a file of its manifest, or has one that the manifest does not list', async () => {
    expect(await problemOf(await write({ manifest: (members) => whole(members.slice(0, 1)) }))).toBe(DAMAGED)
    const more = { name: 'files/gone.webp', bytes: 1, sha256: 'x' }
    expect(await problemOf(await write({ manifest: (members) => whole([...members, more]) }))).toBe(DAMAGED)
  })

  test('is refused if it is not a backup', async () => {
    const path = newPath()
    for (const bytes of [
      Buffer.from('PGDMP'),
      gzipSync('hello'),
      gzipSync(Buffer.alloc(2048)),
      Buffer.alloc(0),
    ]) {
      await writeFile(path, bytes)
      expect(await problemOf(path)).toMatch(/^This (is not a backup|backup is incomplete)/)
    }
    expect(await problemOf(await write({ head: null }))).toBe(FOREIGN)
    expect(await problemOf(join(folder, 'no.tar.gz'))).toBe('There is no such file.')
    expect(await problemOf(folder)).toBe('There is no such file.')
  })

  test('is refused if it has a newer format', async () => {
    const path = await write({ head: { format: FORMAT + 1 } })
    expect(await problemOf(path)).toBe(
      'This backup was made by a newer version of the site. Update the site first.',
    )
  })
})

describe('a backup file that is not finished', () => {
  test('has a temporary name until it is finished, and is deleted when its writer abandons it', async () => {
    const path = newPath()
    const archive = createArchive(path, AT)
    await archive.add('a', 1, [Buffer.from('a')])
    const names = (await readdir(folder)).filter((name) => name.includes(path.slice(folder.length + 1)))
    expect(names.every((name) => name.startsWith('.'))).toBe(true)
    await archive.abandon()
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('is not written over the unfinished file of another process', async () => {
    const path = newPath()
    const others = join(folder, partName(basename(path), process.pid))
    await writeFile(others, 'half a backup')
    const archive = createArchive(path, AT)
    await expect(archive.finish()).rejects.toThrow('EEXIST')
    await archive.abandon()
    expect(await readFile(others, 'utf8')).toBe('half a backup')
    await rm(others)
    const [one, two] = [join(folder, partName('a', 1)), join(folder, partName('a', 2))]
    expect(one).not.toBe(two)
  })

  test('cannot be created if its folder does not exist', async () => {
    const lost = createArchive(join(folder, 'no', 'a.tar.gz'), AT)
    await expect(lost.finish()).rejects.toThrow('ENOENT')
    await lost.abandon()
  })

  test('cannot contain a file that is shorter or longer than its given size', async () => {
    for (const [text, problem] of [
      ['a', 'a has 1 bytes, not 2'],
      ['abc', 'a has 3 bytes, not 2'],
    ] as const) {
      const archive = createArchive(newPath(), AT)
      await expect(archive.add('a', 2, [Buffer.from(text)])).rejects.toThrow(problem)
      await archive.abandon()
    }
  })
})
