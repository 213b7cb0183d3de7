/**
 * Makes what the site shows from what somebody sent: decoded once, with everything but the pixels left behind, then
 * encoded anew in each size. The decoders are the riskiest code that strangers' bytes reach, so only four are open, in a process of their
 * own that `image-worker.ts` starts: what happens to it stays there, and its memory goes when it does.
 */
import sharp, { type Sharp } from 'sharp'
import { MOST_HEIGHT, MOST_WIDTH, PREVIEW, keptWidths, type PictureType } from '#shared/uploaded-picture.ts'

/** Pixels as they are shown: RGB, the right way up, at most as large as the site shows them. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

export type DecodeProblem = 'not_a_picture' | 'too_many_pixels'
type Decoded = { ok: true; pixels: Pixels; preview: Uint8Array } | { ok: false; problem: DecodeProblem }

interface MadeFile {
  width: number
  type: PictureType
  bytes: Uint8Array
}

/** More than phones take unless told to; a bomb is told by its header, before anything is unpacked. */
const MOST_PIXELS = 64_000_000
const SECONDS = 30

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

/** Decodes a picture. Bytes that cannot be read whole as one of the four kinds are none: cut off, broken, something else. */
export async function decode(bytes: Uint8Array): Promise<Decoded> {
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: MOST_PIXELS,
      failOn: 'error',
      animated: false,
    })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: MOST_WIDTH, height: MOST_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const pixels = { data, width: info.width, height: info.height }
    const preview = await open(pixels)
      .resize({ ...PREVIEW, fit: 'fill' })
      .raw()
      .toBuffer()
    return { ok: true, pixels, preview }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return { ok: false, problem: /pixel limit/i.test(message) ? 'too_many_pixels' : 'not_a_picture' }
  }
}

const open = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } }).timeout({ seconds: SECONDS })

/** All widths of a picture as JPEG and WebP, and the one from which the job makes the AVIF. */
export async function makeFirstFiles(pixels: Pixels): Promise<{ files: MadeFile[]; master: Uint8Array }> {
  const files: MadeFile[] = []
  for (const width of keptWidths(pixels.width)) {
    files.push(
      await makeFile(pixels, { width, type: 'webp' }),
      await makeFile(pixels, { width, type: 'jpg' }),
    )
  }
  const master = await open(pixels).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  return { files, master }
}

const ENCODE: Record<PictureType, (picture: Sharp) => Sharp> = {
  jpg: (picture) => picture.jpeg({ quality: 80, progressive: true }),
  webp: (picture) => picture.webp({ quality: 78 }),
  avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
}

async function makeFile(pixels: Pixels, { width, type }: Omit<MadeFile, 'bytes'>): Promise<MadeFile> {
  const bytes = await ENCODE[type](open(pixels).resize({ width })).toBuffer()
  return { width, type, bytes }
}

/** One width as AVIF, from the master. */
export async function makeAvif(master: Uint8Array, width: number): Promise<Uint8Array> {
  const picture = sharp(master, { limitInputPixels: MOST_PIXELS }).timeout({ seconds: SECONDS })
  return ENCODE.avif(picture.resize({ width })).toBuffer()
}

export type Task = { kind: 'take'; bytes: Uint8Array } | { kind: 'avif'; master: Uint8Array; width: number }

/** A picture in all that is made of it at once, and the master from which the rest is made later. */
export interface TakenPicture {
  width: number
  height: number
  /** Six colors, as `pictureName` wants them. */
  preview: Uint8Array
  files: MadeFile[]
  master: Uint8Array
}

export type TaskResult =
  | { kind: 'taken'; picture: TakenPicture }
  | { kind: 'refused'; problem: DecodeProblem }
  | { kind: 'avif'; bytes: Uint8Array }
  | { kind: 'failed'; message: string }

async function done(task: Task): Promise<TaskResult> {
  if (task.kind === 'avif') return { kind: 'avif', bytes: await makeAvif(task.master, task.width) }
  const decoded = await decode(task.bytes)
  if (!decoded.ok) return { kind: 'refused', problem: decoded.problem }
  const { pixels, preview } = decoded
  const { width, height } = pixels
  return { kind: 'taken', picture: { width, height, preview, ...(await makeFirstFiles(pixels)) } }
}

/** The process: one task at a time; it ends with the site's process, or when that has none for a while. */
function takeTasks(): void {
  process.on('message', (task: Task) => {
    void done(task)
      .catch((error: unknown): TaskResult => ({ kind: 'failed', message: String(error) }))
      .then((result) => process.send?.(result))
  })
  process.on('disconnect', () => process.exit())
  // A signal to the whole group is for the site's process, which lets requests under way finish.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}

if (import.meta.main) takeTasks()
