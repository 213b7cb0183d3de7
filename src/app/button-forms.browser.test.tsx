import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showForm } from './button-forms.ts'

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

/** Makes the browser report that a link or a reload opened the page. */
function arrive(type: 'navigate' | 'reload') {
  const entry = { type } as PerformanceNavigationTiming
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
}

test('scrolls to the form and focuses its heading on a page that loads with its form open', async () => {
  showForm()
  await expect.element(heading).toHaveFocus()
  expect(scrollY).toBe(200)
})

test('keeps the focus in the field if the guest has started to type before the script loads', async () => {
  await userEvent.type(name, 'An')
  showForm()
  await userEvent.keyboard('a')
  await expect.element(name).toHaveValue('Ana')
  expect(scrollY).toBe(0)
})

test('keeps the scroll position when a guest reloads a page that loads with its form open', async () => {
  arrive('reload')
  showForm()
  await expect.element(heading).not.toHaveFocus()
  expect(scrollY).toBe(0)
})
