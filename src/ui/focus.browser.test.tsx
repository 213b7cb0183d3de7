/** Where the focus goes when the button that had it disappears with what it did. */
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { elementNamedBy, useFocusKept } from './focus.ts'
import { showPart } from './testing/show-part.tsx'

/** A button that disappears once the site has answered. */
function Gate({ answer }: { answer: Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  const keepFocus = useFocusKept('field')
  const unlock = async () => {
    keepFocus()
    await answer
    setOpen(true)
  }
  return (
    <>
      <h1 id="field" tabIndex={-1}>
        The field
      </h1>
      <p>Elsewhere</p>
      {open ? <p>Open</p> : <button onClick={() => void unlock()}>Unlock</button>}
    </>
  )
}

async function unlockSlowly(meanwhile: () => Promise<void>) {
  const answer = Promise.withResolvers<void>()
  await showPart(<Gate answer={answer.promise} />)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await meanwhile()
  answer.resolve()
  await expect.element(page.getByText('Open')).toBeVisible()
}

test('the focus is kept, however late the answer comes', async () => {
  await unlockSlowly(async () => {
    await userEvent.keyboard('{PageDown}')
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 60_000)
  })
  await expect.element(page.getByRole('heading')).toHaveFocus()
})

test('whoever presses elsewhere meanwhile has let go of it', async () => {
  await unlockSlowly(() => page.getByText('Elsewhere').click())
  await expect.element(page.getByRole('heading')).not.toHaveFocus()
})

test('the end of an address names an element; one that says nothing, or cannot be read, names none', async () => {
  await showPart(<h2 id="größe">Size</h2>)
  expect(elementNamedBy('#gr%C3%B6%C3%9Fe')).toHaveTextContent('Size')
  for (const hash of ['', '#', '#nobody', '#100%']) expect(elementNamedBy(hash)).toBeNull()
})
