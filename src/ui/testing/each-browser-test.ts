/** All files share one page: what one test has shown, or made the browser say, is gone before the next. */
import { beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

beforeEach(async () => {
  sessionStorage.clear()
  vi.restoreAllMocks()
  await cleanup()
  // What was put there without React, and the place that a link has led to.
  document.body.replaceChildren()
  history.replaceState(null, '', location.pathname + location.search)
})
