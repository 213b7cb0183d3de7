/** Resets the browser page before each test, because all test files share one page. */
import { beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

beforeEach(async () => {
  sessionStorage.clear()
  vi.restoreAllMocks()
  await cleanup()
  document.body.replaceChildren()
  history.replaceState(null, '', location.pathname + location.search)
})
