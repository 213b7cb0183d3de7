/** Reads a backup's file from its beginning to its end, a chunk at a time. */
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { BLOCK, padding, parseTarHeader, type TarEntry } from './tar.ts'

export interface OpenMember extends TarEntry {
  /** To be read before the next member is asked for; what is left of it is skipped. */
  bytes(): AsyncGenerator<Buffer>
}

/** The members in their order. Throws where the file is no archive of this kind, is damaged, or ends too early. */
export async function* readArchive(path: string): AsyncGenerator<OpenMember> {
  const file = createReadStream(path)
  const gunzip = createGunzip()
  file.on('error', (error) => gunzip.destroy(error))
  const source = byteSource(file.pipe(gunzip))
  try {
    for (;;) {
      const entry = parseTarHeader(await source.whole(BLOCK))
      // To the last byte: a file cut short behind its members has been cut all the same.
      if (!entry) return await source.drain()
      let left = entry.size
      const bytes = async function* () {
        while (left > 0) {
          const chunk = await source.some(left)
          left -= chunk.length
          yield chunk
        }
      }
      yield { ...entry, bytes }
      await skip(bytes())
      await source.whole(padding(entry.size))
    }
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}

async function skip(bytes: AsyncGenerator<Buffer>): Promise<void> {
  while (!(await bytes.next()).done);
}

/** A member's bytes as one text; only for those that are small by their making. */
export async function textOf(member: OpenMember): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of member.bytes()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function byteSource(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** At least one byte, at most `most`. */
  async function some(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) throw new Error('the file ends too early')
      rest = value
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(taken.length)
    return taken
  }

  async function whole(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = size; left > 0;) {
      const part = await some(left)
      left -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  async function drain(): Promise<void> {
    while (!(await chunks.next()).done);
  }

  return { some, whole, drain }
}
