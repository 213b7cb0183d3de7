/** Tests how the site's real process starts: its errors, and what it contains in production. */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cloneFolderTemplate } from '#test/support/template.ts'
import { openProcesses } from '#test/support/server/own-processes.ts'

const { folder, start } = await openProcesses()

/** Creates a data folder by copying an empty database, which is faster than creating one. */
async function emptyFolder(name: string): Promise<string> {
  await cloneFolderTemplate(join(folder, name))
  return join(folder, name)
}

async function problemsOf(env: Record<string, string>): Promise<string[]> {
  const site = await start(env)
  expect(await site.ended).toBe(1)
  expect(site.output().stdout).toBe('')
  return site.output().stderr.trim().split('\n')
}

describe('a start that fails', () => {
  test('names each wrong setting on a line of its own', async () => {
    const problems = await problemsOf({ PORT: 'many', HOLD_MINUTES: '-1' })
    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain('PORT')
    expect(problems[1]).toContain('HOLD_MINUTES')
  })

  test('says that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const port = String((other.address() as AddressInfo).port)
    const problems = await problemsOf({ PORT: port })
    other.close()
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^PORT: .*${port} is already in use`))])
  })

  test('says that the host is not an address of this machine', async () => {
    expect(await problemsOf({ HOST: '192.0.2.77' })).toEqual([expect.stringMatching(/^HOST: 192\.0\.2\.77/)])
  })

  test.each([
    ['the data folder is a file', () => ({ DATA_DIR: join(folder, 'file') })],
    [
      'the database does not answer',
      () => ({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing' }),
    ],
  ])('prints one line without a stack and without the password if %s', async (_what, env) => {
    await writeFile(join(folder, 'file'), '')
    const problems = await problemsOf(env())
    expect(problems).toHaveLength(1)
    expect(problems[0]).not.toMatch(/secret|\bat .*\.ts/)
  })
})

/**
 * Returns three things: whether a dog's name opens the family calendar, the name of the dog's owner, and the
 * listed events.
 */
async function lookAround(address: string, dogName: string) {
  const get = async (path: string) => (await fetch(`${address}/api/${path}`)).json()
  const { name } = (await get('familyGate')) as { name: string | null }
  const { events } = (await get('auth/event/list')) as { events: { urlName: string }[] }
  const opens = await get(`checkPassword?dogName=${dogName}`)
  return { opens, name, events: events.map(({ urlName }) => urlName) }
}

describe('production with embedded services', () => {
  const PRODUCTION = { NODE_ENV: 'production', ALLOW_EMBEDDED: '1', ALLOW_SANDBOX: '1' }

  test('starts without sample events or a sample answer for the family calendar, and says so in one line (R21.6)', async () => {
    const site = await start({ ...PRODUCTION, DATA_DIR: await emptyFolder('production') })
    expect(await lookAround(await site.address, 'Blue')).toEqual({ opens: false, name: null, events: [] })
    const said = () =>
      site
        .output()
        .stdout.split('\n')
        .filter((line) => /^[^{]*sample/.test(line))
    await expect.poll(said).toHaveLength(1)
    expect(said()[0]).toMatch(/^Production: no sample data.*FAMILY_ANSWER/)
  })

  test('refuses sample data', async () => {
    const problems = await problemsOf({ ...PRODUCTION, SAMPLE_DATA: 'on' })
    expect(problems).toEqual([expect.stringMatching(/^SAMPLE_DATA: "on" is refused in production/)])
  })

  test('warns in one line about sample data left by a trial, and ignores the sample answer for the calendar', async () => {
    const DATA_DIR = await emptyFolder('tried')
    const trial = await start({ DATA_DIR })
    const tried = await lookAround(await trial.address, 'Blue')
    expect(tried).toMatchObject({ opens: true, name: 'Sam' })
    expect(tried.events).toContain('leather-and-light')
    trial.child.kill('SIGTERM')
    await trial.ended
    const site = await start({ ...PRODUCTION, DATA_DIR })
    expect(await lookAround(await site.address, 'Blue')).toMatchObject({ opens: false, name: null })
    await expect.poll(() => site.output().stdout).toMatch(/^This database holds sample data.*DATA_DIR/m)
  })
})
