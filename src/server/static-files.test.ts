import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaticFiles, type StaticFiles } from './static-files.ts'

let folder: string
let files: StaticFiles
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'client'))
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'client', 'film.webm'), '0123456789')
  await writeFile(join(folder, 'client', 'empty.txt'), '')
  await writeFile(join(folder, 'client', 'guide for all.pdf'), '%PDF')
  await mkdir(join(folder, 'client', 'assets'))
  await writeFile(join(folder, 'client', 'assets', 'app-abc.js'), 'let x')
  await writeFile(join(folder, 'client', 'assets', 'app-abc.js.br'), 'BR')
  await writeFile(join(folder, 'client', 'assets', 'app-abc.js.gz'), 'GZIP')
  files = await openStaticFiles(join(folder, 'client'))
})
afterAll(() => rm(folder, { recursive: true }))

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await files.answer(new Request(`http://localhost${path}`, { headers, method }))
  return (
    response && {
      response,
      body: await response.text(),
      header: (name: string) => response.headers.get(name),
    }
  )
}

test('lets browsers cache files with a hash or version forever, and others for an hour', async () => {
  expect((await get('/film.webm?v=1a2b3c4d'))?.header('cache-control')).toContain('immutable')
  expect((await get('/assets/app-abc.js'))?.header('cache-control')).toContain('immutable')
  expect((await get('/film.webm'))?.header('cache-control')).toBe('public, max-age=3600')
})

test('sends the compressed form of a file to a client that accepts it', async () => {
  const br = await get('/assets/app-abc.js', { 'accept-encoding': 'gzip, deflate, br' })
  expect([br?.body, br?.header('content-encoding'), br?.header('content-length')]).toEqual(['BR', 'br', '2'])
  expect(br?.header('content-type')).toContain('text/javascript')
  expect(br?.header('vary')).toBe('accept-encoding')
  const gzip = await get('/assets/app-abc.js', { 'accept-encoding': 'gzip, br;q=0' })
  expect([gzip?.body, gzip?.header('content-encoding')]).toEqual(['GZIP', 'gzip'])
  const none = await get('/assets/app-abc.js')
  expect([none?.body, none?.header('content-encoding')]).toEqual(['let x', null])
})

test('does not send a file again that the browser already has', async () => {
  const etag = (await get('/film.webm'))?.header('etag') ?? ''
  const again = await get('/film.webm', { 'if-none-match': `"other", ${etag}` })
  expect([again?.response.status, again?.body]).toEqual([304, ''])
})

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=4-2', 416, '', 'bytes */10'],
  ['bytes=-', 200, '0123456789', null],
  ['bytes=0-1,3-4', 200, '0123456789', null],
])('answers a request for a part of a file: %s', async (range, status, body, contentRange) => {
  const part = await get('/film.webm', { range })
  expect([part?.response.status, part?.body, part?.header('content-range')]).toEqual([
    status,
    body,
    contentRange,
  ])
})

test('sends the whole new file if the client has a part of an older version', async () => {
  const whole = await get('/film.webm', { range: 'bytes=0-3', 'if-range': '"older"' })
  expect([whole?.response.status, whole?.body]).toEqual([200, '0123456789'])
})

test('answers HEAD for a file with the headers and no body', async () => {
  const head = await get('/film.webm', {}, 'HEAD')
  expect([head?.response.status, head?.body, head?.header('content-length')]).toEqual([200, '', '10'])
})

test('serves an empty file, and a file whose name has spaces', async () => {
  expect((await get('/empty.txt'))?.response.status).toBe(200)
  expect((await get('/guide%20for%20all.pdf'))?.header('content-type')).toBe('application/pdf')
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/assets',
  '/',
  '/assets/app-abc.js.br',
  '/%00',
  '/%',
])('finds no file at the path %s', async (path) => {
  expect(await get(path)).toBeNull()
})

test('serves no file to requests with a method other than GET or HEAD', async () => {
  expect(await get('/film.webm', {}, 'POST')).toBeNull()
})
