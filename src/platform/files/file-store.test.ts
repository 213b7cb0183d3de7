import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileStore, openFileStore } from './file-store.ts'
import { startBucket } from './testing/bucket-server.ts'

const folders: string[] = []
const text = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes)
const bytesOf = (words: string) => new TextEncoder().encode(words)

async function namesIn(store: FileStore): Promise<string[]> {
  const names: string[] = []
  for await (const name of store.list()) names.push(name)
  return names
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'files-test-'))
  folders.push(folder)
  return folder
}

let bucket: Awaited<ReturnType<typeof startBucket>>
const stores: Record<string, FileStore> = {}
const dataDir = await newFolder()
beforeAll(async () => {
  bucket = await startBucket(await newFolder())
  stores['a folder'] = await openFileStore({ files: { kind: 'disk' }, dataDir })
  stores['a bucket'] = await openFileStore({ files: bucket.settings, dataDir: 'unused' })
})
afterAll(async () => {
  await bucket.stop()
  for (const folder of folders) await rm(folder, { recursive: true })
})

describe.each(['a folder', 'a bucket'])('%s', (kind) => {
  test('gives back what was written, whole or as a stream', async () => {
    const store = stores[kind]!
    await store.write('hat-480.jpg', bytesOf('a hat'), 'image/jpeg')
    expect(text(await store.read('hat-480.jpg'))).toBe('a hat')
    const found = await store.find('hat-480.jpg')
    expect(found?.size).toBe(5)
    expect(await new Response(await found!.stream()).text()).toBe('a hat')
  })

  test('replaces, and forgets', async () => {
    const store = stores[kind]!
    await store.write('boot.jpg', bytesOf('a boot'), 'image/jpeg')
    await store.write('boot.jpg', bytesOf('two'), 'image/jpeg')
    expect(text(await store.read('boot.jpg'))).toBe('two')
    await store.delete(['boot.jpg', 'never-there.jpg'])
    expect(await store.find('boot.jpg')).toBeNull()
    expect(await store.read('boot.jpg')).toBeNull()
  })

  test('lists what is there', async () => {
    const store = stores[kind]!
    for (const name of ['one.jpg', 'two.webp'])
      await store.write(`listed-${name}`, bytesOf(name), 'image/jpeg')
    const names = (await namesIn(store)).filter((name) => name.startsWith('listed-'))
    expect(names.toSorted()).toEqual(['listed-one.jpg', 'listed-two.webp'])
  })

  test('a name that leads elsewhere is an error', async () => {
    const store = stores[kind]!
    await expect(store.write('../outside.jpg', bytesOf('x'), 'image/jpeg')).rejects.toThrow()
    await expect(store.delete(['../outside.jpg'])).rejects.toThrow()
    await expect(store.find('../../etc/hostname')).rejects.toThrow()
  })
})

test('a folder is only made when the first file comes', async () => {
  const unused = await newFolder()
  const store = await openFileStore({ files: { kind: 'disk' }, dataDir: unused })
  expect(await store.find('hat.jpg')).toBeNull()
  expect(await namesIn(store)).toEqual([])
  expect(await readdir(unused)).toEqual([])
})

test('nothing half-written is left where writing fails', async () => {
  const folder = await newFolder()
  const store = await openFileStore({ files: { kind: 'disk' }, dataDir: folder })
  await store.write('hat.jpg', bytesOf('a hat'), 'image/jpeg')
  await expect(store.write('no/such/folder.jpg', bytesOf('x'), 'image/jpeg')).rejects.toThrow()
  expect(await readdir(join(folder, 'uploads'))).toEqual(['hat.jpg'])
})

test('what a process left half-written is gone a day later', async () => {
  const folder = await newFolder()
  const left = join(folder, 'uploads', '.left.part')
  await mkdir(join(folder, 'uploads'))
  await writeFile(left, 'half a h')
  await utimes(left, 0, 0)
  const store = await openFileStore({ files: { kind: 'disk' }, dataDir: folder })
  await store.write('hat.jpg', bytesOf('a hat'), 'image/jpeg')
  expect(await readdir(join(folder, 'uploads'))).toEqual(['hat.jpg'])
})

test('a bucket that does not answer is an error, not a missing file', async () => {
  const store = await openFileStore({
    files: { kind: 's3', bucket: 'ranch', endpoint: 'http://127.0.0.1:9' },
    dataDir: 'unused',
  })
  await expect(store.find('hat.jpg')).rejects.toThrow()
})
