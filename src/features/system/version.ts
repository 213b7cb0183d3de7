/** Which site this is: the version of `package.json`, and the commit, from the clone or as the image was told. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** How much of a commit's name people use. */
const SHORT = 9

interface SiteVersion {
  version: string
  commit: string | null
}

/** Never fails: what cannot be read is not known. */
export async function readVersion(root = ROOT): Promise<SiteVersion> {
  const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { version: string }
  const commit = (await read(root, 'COMMIT')) ?? (await commitOfClone(root))
  return { version, commit: commit && /^[0-9a-f]{7,64}$/.test(commit) ? commit.slice(0, SHORT) : null }
}

/** `.git/HEAD` holds a commit, or names the branch whose file, or line in `packed-refs`, does. */
async function commitOfClone(root: string): Promise<string | null> {
  const head = await read(root, '.git/HEAD')
  const branch = head && /^ref: (refs\/\S+)$/.exec(head)?.[1]
  if (!branch) return head
  const packed = await read(root, '.git/packed-refs')
  const line = packed?.split('\n').find((text) => text.endsWith(` ${branch}`))
  return (await read(root, `.git/${branch}`)) ?? line?.split(' ')[0] ?? null
}

async function read(root: string, name: string): Promise<string | null> {
  return readFile(`${root}/${name}`, 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  )
}
