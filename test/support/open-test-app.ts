/** Opens one site for all tests of a file. */
import { afterAll, afterEach } from 'vitest'
import { buildTestApp, emptyTables, type TestApp, type TestAppOptions } from './app.ts'

interface OpenOptions extends TestAppOptions {
  /** Whether the clock stays where each test leaves it. For what counts over time: limits, news, the last webhook. */
  keepTime?: boolean
  /** Whether to empty all tables after each test. For tests that count or compare everything on the site. */
  emptied?: boolean
}

/**
 * Opens the whole site in memory for the tests of one file. Await it at the top of the file. After each test it moves
 * the clock back to its start and resets the sandbox's controls. After the last test it closes the site.
 */
export async function openTestApp({ keepTime, emptied, ...options }: OpenOptions = {}): Promise<TestApp> {
  const app = await buildTestApp(options)
  const start = app.clock.now()
  afterEach(async () => {
    if (!keepTime) app.clock.set(start)
    if (emptied) await emptyTables(app.services.db)
    await app.sandbox?.control.reset()
  })
  afterAll(() => app.close())
  return app
}
