import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { elementNamedBy, useFocusFallback } from './focus.ts'
import { showPart } from '#test/support/app/show-part.tsx'

function Gate({ answer }: { answer: Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  const keepFocus = useFocusFallback('field')
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

test('moves the focus to the heading when the focused button disappears, even if the server replies very late', async () => {
  await unlockSlowly(async () => {
    await userEvent.keyboard('{PageDown}')
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 60_000)
  })
  await expect.element(page.getByRole('heading')).toHaveFocus()
})

test('does not move the focus when a button disappears if the user has clicked elsewhere since pressing it', async () => {
  await unlockSlowly(() => page.getByText('Elsewhere').click())
  await expect.element(page.getByRole('heading')).not.toHaveFocus()
})

test('finds the element that the hash of a URL names, and returns null if the hash names no element', async () => {
  await showPart(<h2 id="größe">Size</h2>)
  expect(elementNamedBy('#gr%C3%B6%C3%9Fe')).toHaveTextContent('Size')
  for (const hash of ['', '#', '#nobody', '#100%']) expect(elementNamedBy(hash)).toBeNull()
})
