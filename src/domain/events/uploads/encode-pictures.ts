/**
 * Converts an uploaded picture to the files that the site shows: decodes the picture once, drops everything except
 * the pixels, and encodes each size. Picture decoders are the riskiest code that gets untrusted bytes. So only four
 * of them are enabled. They run in a separate process (`image-worker.ts`), so that a crash or a leak does not affect
 * the site.
 */
import sharp, { type Sharp } from 'sharp'
import { MOST_HEIGHT, MOST_WIDTH, PREVIEW, keptWidths, type PictureType } from '#shared/uploaded-picture.ts'

/** The pixels of a picture: RGB, upright, and no larger than the site shows pictures. */
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

/**
 * The largest number of pixels that the site decodes. Photos from phones have fewer by default. The decoder checks
 * the size in the header, so it never unpacks a "decompression bomb".
 */
const MAX_PIXELS = 64_000_000
const TIMEOUT_SECONDS = 30

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

/** Decodes a picture. Refuses bytes that are not a complete JPEG, PNG, WebP or AVIF. */
export async function decode(bytes: Uint8Array): Promise<Decoded> {
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      animated: false,
    })
      .timeout({ seconds: TIMEOUT_SECONDS })
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
  sharp(data, { raw: { width, height, channels: 3 } }).timeout({ seconds: TIMEOUT_SECONDS })

/**
 * Encodes a picture as JPEG and WebP in all widths. Also returns the master, from which a job later makes the AVIF
 * files.
 */
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

/** Encodes a picture as AVIF in one width, from its master: the file that the site keeps until all AVIF files exist. */
export async function makeAvif(master: Uint8Array, width: number): Promise<Uint8Array> {
  const picture = sharp(master, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: TIMEOUT_SECONDS })
  return ENCODE.avif(picture.resize({ width })).toBuffer()
}

export type Task = { kind: 'take'; bytes: Uint8Array } | { kind: 'avif'; master: Uint8Array; width: number }

/**
 * The files that the site makes immediately from an uploaded picture, and the master from which a job makes the AVIF
 * files.
 */
export interface EncodedPicture {
  width: number
  height: number
  /** The six colors of the blurred preview, which `pictureName` puts into the picture's name. */
  preview: Uint8Array
  files: MadeFile[]
  master: Uint8Array
}

export type TaskResult =
  | { kind: 'taken'; picture: EncodedPicture }
  | { kind: 'refused'; problem: DecodeProblem }
  | { kind: 'avif'; bytes: Uint8Array }
  | { kind: 'failed'; message: string }

async function runTask(task: Task): Promise<TaskResult> {
  if (task.kind === 'avif') return { kind: 'avif', bytes: await makeAvif(task.master, task.width) }
  const decoded = await decode(task.bytes)
  if (!decoded.ok) return { kind: 'refused', problem: decoded.problem }
  const { pixels, preview } = decoded
  const { width, height } = pixels
  return { kind: 'taken', picture: { width, height, preview, ...(await makeFirstFiles(pixels)) } }
}

/**
 * Runs the picture process, which does one task at a time. The process exits when the site's process ends, or when it
 * had no task for a while.
 */
function runTasks(): void {
  process.on('message', (task: Task) => {
    void runTask(task)
      .catch((error: unknown): TaskResult => ({ kind: 'failed', message: String(error) }))
      .then((result) => process.send?.(result))
  })
  process.on('disconnect', () => process.exit())
  // Ignores signals that the system sends to this process and the site's process. The site's process first finishes
  // its requests, and then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}

if (import.meta.main) runTasks()
