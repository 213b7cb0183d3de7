/** Whether a file is a whole backup: read once to its end, every byte, before anything is done with it. */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import {
  FORMAT,
  head,
  HEAD_NAME,
  manifest,
  type Manifest,
  MANIFEST_NAME,
  type Member,
  type OpenMember,
  readArchive,
  textOf,
} from './archive.ts'
import type { ArchiveProblem } from './rules.ts'

export type Checked = { ok: true; manifest: Manifest } | { ok: false; problem: ArchiveProblem }

/** Checks an archive to the last byte. Only its list of members is held in memory. Throws only where the system fails to read it. */
export async function checkArchive(path: string): Promise<Checked> {
  if (!(await stat(path).catch(() => null))?.isFile()) return wrong('There is no such file.')
  const seen = new Map<string, Member>()
  let closing: string | null = null
  try {
    for await (const member of readArchive(path)) {
      if (seen.size === 0) {
        const problem = await headProblem(member)
        if (problem) return wrong(problem)
        seen.set(member.name, { name: member.name, bytes: member.size, sha256: '' })
      } else if (member.name === MANIFEST_NAME) closing = await textOf(member)
      else seen.set(member.name, await summed(member))
    }
  } catch (error) {
    return wrong(problemOf(error, seen.size > 0))
  }
  if (closing === null) return wrong('This backup is not whole: its end is missing. Take another one.')
  seen.delete(HEAD_NAME)
  return compared(closing, seen)
}

const wrong = (problem: ArchiveProblem): Checked => ({ ok: false, problem })

async function headProblem(first: OpenMember): Promise<ArchiveProblem | null> {
  if (first.name !== HEAD_NAME) return 'This is not a backup of this site’s kind.'
  const { format } = head.parse(JSON.parse(await textOf(first)))
  return format === FORMAT
    ? null
    : 'This backup was made by a newer version of the site. Update the site first.'
}

async function summed(member: OpenMember): Promise<Member> {
  const hash = createHash('sha256')
  for await (const chunk of member.bytes) hash.update(chunk)
  return { name: member.name, bytes: member.size, sha256: hash.digest('hex') }
}

/** `begun`: its first member was one of ours. The system's own failures are not the file's. */
function problemOf(error: unknown, begun: boolean): ArchiveProblem {
  const { code, message } = error as { code?: string; message?: string }
  if (code && !code.startsWith('Z_') && !code.startsWith('ERR_')) throw error
  if (!begun) return 'This is not a backup of this site’s kind.'
  if (code === 'Z_BUF_ERROR' || message === 'the file ends too early')
    return 'This backup is not whole: its end is missing. Take another one.'
  return 'This backup is damaged: it is not what was written. Take another one.'
}

function compared(closing: string, seen: Map<string, Member>): Checked {
  const damaged = wrong('This backup is damaged: it is not what was written. Take another one.')
  const read = manifest.safeParse(parsed(closing))
  if (!read.success) return damaged
  const named = [...read.data.tables.flatMap(({ parts }) => parts), ...read.data.files]
  const same = named.every(({ name, bytes, sha256 }) => {
    const found = seen.get(name)
    return found?.bytes === bytes && found.sha256 === sha256
  })
  return same && named.length === seen.size ? { ok: true, manifest: read.data } : damaged
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
