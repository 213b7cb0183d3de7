/** All files share one page: what one test has shown, or made the browser say, is gone before the next. */
import { beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

beforeEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
  return cleanup()
})
