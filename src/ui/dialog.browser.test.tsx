import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Dialog, useDialogAround } from './dialog.tsx'
import { showPart } from './testing/show-part.tsx'

const opener = page.getByRole('button', { name: 'Open' })
const dialog = page.getByRole('dialog', { name: 'Notes' })
const text = page.getByRole('textbox')
const escape = (times: number) => userEvent.keyboard('{Escape}'.repeat(times))

function Typing() {
  const [typed, setTyped] = useState('')
  const cancel = useDialogAround({ dirty: typed !== '', busy: false })?.close
  return (
    <>
      <textarea aria-label="Note" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <button type="button" onClick={() => cancel?.()}>
        Cancel
      </button>
    </>
  )
}

/** `stays`: whoever shows it never agrees to close it. */
function Notes({ busy = false, stays = false }: { busy?: boolean; stays?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(stays)} title="Notes" busy={busy}>
        <Typing />
        <p>Bare text</p>
      </Dialog>
    </>
  )
}

test('the focus goes in, Escape closes, and the focus is back where it was', async () => {
  await showPart(<Notes />)
  for (const _ of [1, 2, 3]) {
    await opener.click()
    await expect.element(dialog).toBeVisible()
    expect(document.activeElement?.closest('dialog')).not.toBeNull()
    await escape(1)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  }
})

test('however often Escape is pressed, what was typed is not dropped without asking', async () => {
  await showPart(<Notes />)
  await opener.click()
  await text.fill('Vegan')
  for (const _ of [1, 2, 3, 4, 5]) {
    await escape(1)
    await expect.element(dialog).toBeVisible()
    await expect.element(text).toHaveValue('Vegan')
  }
  // After an odd number it asks.
  await expect.element(page.getByText('What you typed is not saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(text).toHaveFocus()
  await escape(1)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await expect.element(text).toHaveValue('')
})

test('Escape right after a key asks as well, before React has done anything else', async () => {
  await showPart(<Notes />)
  await opener.click()
  await text.click()
  document.execCommand('insertText', false, 'V')
  await Promise.resolve()
  text
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('button', { name: 'Discard changes' })).toBeVisible()
  await expect.element(text).toHaveValue('V')
})

test('Escape counts as well after a click on bare text, which takes the focus out of every field', async () => {
  await showPart(<Notes />)
  await opener.click()
  await text.fill('Vegan')
  await page.getByText('Bare text').click()
  await escape(2)
  await escape(1)
  await expect.element(text).toHaveValue('Vegan')
  await expect.element(page.getByRole('button', { name: 'Discard changes' })).toBeVisible()
})

test('the button of the form that cancels asks as well', async () => {
  await showPart(<Notes />)
  await opener.click()
  await text.fill('Vegan')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('button', { name: 'Discard changes' })).toBeVisible()
})

test('while something is being done it stays, with what is in it', async () => {
  await showPart(<Notes busy />)
  await opener.click()
  await escape(3)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).toBeVisible()
})

test('closed by the browser without asking, it is there again, with the focus where it was', async () => {
  await showPart(<Notes stays />)
  await opener.click()
  await text.fill('Vegan')
  await text.click()
  document.querySelector('dialog')?.close()
  await expect.element(dialog).toBeVisible()
  await expect.element(text).toHaveFocus()
  await expect.element(text).toHaveValue('Vegan')
  expect(document.querySelector('dialog')?.matches(':modal')).toBe(true)
})

function Vanishing() {
  const [there, setThere] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setThere(true)}>
        Open
      </button>
      {there && (
        <Dialog open onClose={() => setThere(false)} title="Notes">
          <p>Read this.</p>
        </Dialog>
      )}
    </>
  )
}

test('gone from the page while it is open, it gives the focus back', async () => {
  await showPart(<Vanishing />)
  await opener.click()
  await escape(1)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
