/**
 * The few bytes of the tar format that a backup needs (POSIX ustar): plain files with short names of our own. Written
 * here, since a library would bring more code than this is (docs/decisions/0040). `tar xzf` reads the result.
 */

export const BLOCK = 512
/** The field's width: longer names would need the format's extensions. */
const LONGEST_NAME = 100
/** Eleven octal digits. */
const LARGEST = 8 ** 11 - 1

export interface TarEntry {
  name: string
  /** Bytes. */
  size: number
}

/** The block before an entry's bytes. Throws for what the format cannot say. */
export function tarHeader({ name, size }: TarEntry, at: Date): Buffer {
  if (Buffer.byteLength(name) >= LONGEST_NAME || size > LARGEST) throw new Error(`${name} does not fit`)
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${octal(size)}\0`, 124)
  block.write(`${octal(Math.floor(at.getTime() / 1000))}\0`, 136)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

const octal = (value: number) => value.toString(8).padStart(11, '0')

/** What an entry is, by the block before it; null: the archive ends here. Throws for what is no such block. */
export function parseTarHeader(block: Buffer): TarEntry | null {
  if (block.every((byte) => byte === 0)) return null
  const written = Number.parseInt(block.toString('latin1', 148, 156), 8)
  const size = Number.parseInt(block.toString('latin1', 124, 136), 8)
  const kind = String.fromCharCode(block[156] ?? 0)
  if (written !== checksum(block) || Number.isNaN(size) || kind !== '0')
    throw new Error('no entry of a backup')
  const [name = ''] = block.toString('utf8', 0, LONGEST_NAME).split('\0', 1)
  return { name, size }
}

/** The sum of the bytes, its own field read as blanks. */
function checksum(block: Buffer): number {
  let sum = 0
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0)
  return sum
}

/** How many zeros follow so many bytes, up to a whole block. */
export function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}
