/** Opens one site for all tests of a file. */
import { afterAll, afterEach } from 'vitest'
import { buildTestApp, emptyTables, type TestApp, type TestAppOptions } from './app.ts'

interface OpenOptions extends TestAppOptions {
  /**
   * If this is true, each test starts at the time where the previous test left the clock. Tests of counts
   * over time need this, such as rate limits.
   */
  keepTime?: boolean
  /**
   * If this is true, empties all tables after each test. Tests that count or compare everything on the site
   * need this.
   */
  emptied?: boolean
}

/**
 * Opens the whole site in memory. Await this function at the top of a test file. After each test, it sets the
 * clock back to its start and resets the sandbox's controls. After the last test, it closes the site.
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
