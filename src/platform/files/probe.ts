/** Tries a store of files with all that the site does there, so that a wrong setting shows before the first upload. */
import { causesOf } from '../database/database.ts'
import type { ProblemKey } from '../integration-problems.ts'
import type { FileStore } from './file-store.ts'

/** A name that no picture has and no list tells. */
const NAME = '.probe'

/** All that a probe may find. */
export const FILES_PROBLEMS = [
  { code: 'files_bucket_missing' },
  { code: 'files_key_refused' },
  { code: 'files_region_wrong' },
  { code: 'files_unreachable' },
] as const satisfies ProblemKey[]

export type FilesProblem = ProblemKey & { detail: string | null }

/** Null: it can be written to, read, listed and cleared. */
export async function probeFiles(store: FileStore): Promise<FilesProblem | null> {
  try {
    await store.write(NAME, new Uint8Array([1]), 'application/octet-stream')
    await store.read(NAME)
    await store.list()[Symbol.asyncIterator]().next()
    await store.delete([NAME])
    return null
  } catch (error) {
    return problemOf(error)
  }
}

/** The problem by the error's code, as S3 and its stand-ins have it (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
function problemOf(error: unknown): FilesProblem {
  const causes = causesOf(error) as (Error & { code?: unknown; $metadata?: { httpStatusCode?: number } })[]
  const status = causes.map(({ $metadata }) => $metadata?.httpStatusCode).find((found) => found !== undefined)
  const names = causes.map(({ name }) => name)
  const detail = causes.at(-1) ? nameOf(causes.at(-1)!) : null
  if (names.some((name) => WRONG_REGION.has(name)) || status === 301)
    return { code: 'files_region_wrong', detail }
  if (names.includes('NoSuchBucket') || status === 404) return { code: 'files_bucket_missing', detail }
  const refused = status === 401 || status === 403 || names.includes('CredentialsProviderError')
  return { code: refused ? 'files_key_refused' : 'files_unreachable', detail }
}

const WRONG_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
])

/** Kinds only: words may quote what was sent. */
const nameOf = ({ name, code }: { name: string; code?: unknown }) => (typeof code === 'string' ? code : name)
