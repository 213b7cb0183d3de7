/** The site that the tests of a file share: open from here on, closed after the last of them. */
import { afterAll } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions } from './app.ts'

/** The whole site in memory, for one test file: awaited at its top. */
export async function openTestApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await buildTestApp(options)
  afterAll(() => app.close())
  return app
}
