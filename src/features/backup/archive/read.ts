/** Reads a backup's file from its beginning to its end, a chunk at a time. */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

export interface OpenMember {
  name: string
  /** Bytes. */
  size: number
  /** The member's bytes, to be read whole or not at all: then it is skipped. */
  bytes: AsyncIterable<Buffer>
}

/**
 * The members in their order, to the file's last byte: one that is cut short behind them has been cut all the same.
 * Throws where the file is no archive of this kind, is damaged, or ends too early.
 */
export async function* readArchive(path: string): AsyncGenerator<OpenMember> {
  const members = extract()
  // An error on the way is thrown by the loop.
  const stop = pipeline(createReadStream(path), createGunzip(), members, () => {})
  try {
    for await (const member of members) {
      const { name, size = 0, type } = member.header
      if (type !== 'file') throw new Error('no member of a backup')
      yield { name, size, bytes: member as AsyncIterable<Buffer> }
      member.resume()
    }
  } finally {
    stop.destroy()
  }
}

/** A member's bytes as one text; only for those that are small by their making. */
export async function textOf({ bytes }: OpenMember): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
