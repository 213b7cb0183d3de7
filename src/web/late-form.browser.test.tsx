import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showForm } from './late-form.ts'

const name = page.getByLabelText('First name')
const heading = page.getByRole('heading', { name: 'Sign up' })

beforeEach(async () => {
  await render(
    <main style={{ minHeight: '200vh' }}>
      <h2 tabIndex={-1} data-page-heading>
        Sign up
      </h2>
      <label>
        First name <input />
      </label>
    </main>,
  )
  scrollTo({ top: 0, behavior: 'instant' })
  arrive('navigate')
})

/** The way in which the browser says that the page was opened. */
function arrive(type: 'navigate' | 'reload') {
  const entry = { type } as PerformanceNavigationTiming
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
}

test('a form that came with its page stands where a press would bring it', async () => {
  showForm()
  await expect.element(heading).toHaveFocus()
  expect(scrollY).toBe(200)
})

test('whoever types before the script is there goes on typing', async () => {
  await userEvent.type(name, 'An')
  showForm()
  await userEvent.keyboard('a')
  await expect.element(name).toHaveValue('Ana')
  expect(scrollY).toBe(0)
})

test('a page that is loaded again stays where it was', async () => {
  arrive('reload')
  showForm()
  await expect.element(heading).not.toHaveFocus()
  expect(scrollY).toBe(0)
})
