import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOutage } from '../http/outage.ts'
import { type FileStore, openFileStore, probeFiles } from './file-store.ts'
import { startBucket } from '#test/support/files/bucket-server.ts'

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

describe.each(['a folder', 'a bucket'])('the file store in %s', (kind) => {
  test('returns a written file as a whole or as a stream (R21.4)', async () => {
    const store = stores[kind]!
    await store.write('hat-480.jpg', bytesOf('a hat'), 'image/jpeg')
    expect(text(await store.read('hat-480.jpg'))).toBe('a hat')
    const found = await store.find('hat-480.jpg')
    expect(found?.size).toBe(5)
    expect(await new Response(await found!.stream()).text()).toBe('a hat')
  })

  test('replaces and deletes stored files', async () => {
    const store = stores[kind]!
    await store.write('boot.jpg', bytesOf('a boot'), 'image/jpeg')
    await store.write('boot.jpg', bytesOf('two'), 'image/jpeg')
    expect(text(await store.read('boot.jpg'))).toBe('two')
    await store.delete(['boot.jpg', 'never-there.jpg'])
    expect(await store.find('boot.jpg')).toBeNull()
    expect(await store.read('boot.jpg')).toBeNull()
  })

  test('lists all stored files', async () => {
    const store = stores[kind]!
    for (const name of ['one.jpg', 'two.webp'])
      await store.write(`listed-${name}`, bytesOf(name), 'image/jpeg')
    const names = (await namesIn(store)).filter((name) => name.startsWith('listed-'))
    expect(names.toSorted()).toEqual(['listed-one.jpg', 'listed-two.webp'])
  })

  test('refuses a file name that leads to another folder', async () => {
    const store = stores[kind]!
    await expect(store.write('../outside.jpg', bytesOf('x'), 'image/jpeg')).rejects.toThrow()
    await expect(store.delete(['../outside.jpg'])).rejects.toThrow()
    await expect(store.find('../../etc/hostname')).rejects.toThrow()
  })
})

test('creates the folder of a file store only when the first file is written', async () => {
  const unused = await newFolder()
  const store = await openFileStore({ files: { kind: 'disk' }, dataDir: unused })
  expect(await store.find('hat.jpg')).toBeNull()
  expect(await namesIn(store)).toEqual([])
  expect(await readdir(unused)).toEqual([])
})

test('leaves no partial file when writing fails', async () => {
  const folder = await newFolder()
  const store = await openFileStore({ files: { kind: 'disk' }, dataDir: folder })
  await store.write('hat.jpg', bytesOf('a hat'), 'image/jpeg')
  await expect(store.write('no/such/folder.jpg', bytesOf('x'), 'image/jpeg')).rejects.toThrow()
  expect(await readdir(join(folder, 'uploads'))).toEqual(['hat.jpg'])
})

test('deletes incomplete files of an ended process after a day', async () => {
  const folder = await newFolder()
  const left = join(folder, 'uploads', '.left.part')
  await mkdir(join(folder, 'uploads'))
  await writeFile(left, 'half a h')
  await utimes(left, 0, 0)
  const store = await openFileStore({ files: { kind: 'disk' }, dataDir: folder })
  await store.write('hat.jpg', bytesOf('a hat'), 'image/jpeg')
  expect(await readdir(join(folder, 'uploads'))).toEqual(['hat.jpg'])
})

/** Starts a server that accepts connections and never replies. */
async function startSilent() {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

const openAt = (endpoint: string, name = 'ranch') =>
  openFileStore(
    { files: { kind: 's3', bucket: name, endpoint }, dataDir: 'unused' },
    { connectMs: 200, silentMs: 200 },
  )
const outageOf = async (work: Promise<unknown>) => isOutage(await work.catch((error: unknown) => error))

test('treats a bucket that does not answer as an outage, not as a missing file', async () => {
  const silent = await startSilent()
  for (const endpoint of ['http://127.0.0.1:9', silent.endpoint]) {
    const store = await openAt(endpoint)
    const began = Date.now()
    expect(await outageOf(store.find('hat.jpg'))).toBe(true)
    expect(await outageOf(store.write('hat.jpg', bytesOf('a hat'), 'image/jpeg'))).toBe(true)
    expect(Date.now() - began).toBeLessThan(5_000)
    expect(await probeFiles(store)).toMatchObject({ code: 'files_unreachable' })
  }
  silent.stop()
})

describe('the check of the settings of a file store', () => {
  test('finds no problem in a store that works, and leaves no test file', async () => {
    for (const store of Object.values(stores)) {
      expect(await probeFiles(store)).toBeNull()
      expect(await store.find('.probe')).toBeNull()
    }
  })

  test('reports that the bucket does not exist', async () => {
    const store = await openAt(bucket.settings.endpoint ?? '', 'no-such-ranch')
    expect(await probeFiles(store)).toEqual({ code: 'files_bucket_missing', detail: 'NoSuchBucket' })
  })

  test('reports that the bucket’s server refuses the access key', async () => {
    const kept = process.env['AWS_ACCESS_KEY_ID']
    process.env['AWS_ACCESS_KEY_ID'] = 'NOBODY'
    const store = await openAt(bucket.settings.endpoint ?? '')
    expect(await probeFiles(store)).toEqual({ code: 'files_key_refused', detail: 'InvalidAccessKeyId' })
    process.env['AWS_ACCESS_KEY_ID'] = kept
  })
})
