/** Opens one site for all tests of a file. */
import { afterAll } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions } from './app.ts'

/** Opens the whole site in memory and closes it after the file's last test. Await it at the top of the file. */
export async function openTestApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await buildTestApp(options)
  afterAll(() => app.close())
  return app
}
