/** All files share one page: what one test has shown is gone before the next. */
import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

beforeEach(() => {
  sessionStorage.clear()
  return cleanup()
})
