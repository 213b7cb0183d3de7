import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Dialog, useSurroundingDialog } from './dialog.tsx'
import { showPart } from '#test/support/app/show-part.tsx'

const opener = page.getByRole('button', { name: 'Open' })
const dialog = page.getByRole('dialog', { name: 'Notes' })
const text = page.getByRole('textbox')
const escape = (times: number) => userEvent.keyboard('{Escape}'.repeat(times))

function Typing() {
  const [typed, setTyped] = useState('')
  const cancel = useSurroundingDialog({ dirty: typed !== '', busy: false })?.close
  return (
    <>
      <textarea aria-label="Note" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <button type="button" onClick={() => cancel?.()}>
        Cancel
      </button>
    </>
  )
}

/**
 * Renders a button and a dialog with a form. With `stays`, the component around the dialog never closes it.
 */
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

test('moves the focus into the dialog, closes it on Escape, and returns the focus to the button that opened it', async () => {
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

test('asks before it discards text typed in a dialog, however often the user presses Escape', async () => {
  await showPart(<Notes />)
  await opener.click()
  await text.fill('Vegan')
  for (const _ of [1, 2, 3, 4, 5]) {
    await escape(1)
    await expect.element(dialog).toBeVisible()
    await expect.element(text).toHaveValue('Vegan')
  }
  // Each press of Escape shows or hides the question. After an odd number of presses, the question is
  // visible.
  await expect.element(page.getByText('What you typed is not saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(text).toHaveFocus()
  await escape(1)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await expect.element(text).toHaveValue('')
})

test('asks before a dialog discards text if Escape follows the first typed key, even before React has rendered again', async () => {
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

test('closes the dialog on Escape even after a click on plain text, which leaves no field focused', async () => {
  await showPart(<Notes />)
  await opener.click()
  await text.fill('Vegan')
  await page.getByText('Bare text').click()
  await escape(2)
  await escape(1)
  await expect.element(text).toHaveValue('Vegan')
  await expect.element(page.getByRole('button', { name: 'Discard changes' })).toBeVisible()
})

test('asks before the Cancel button in a dialog discards typed text', async () => {
  await showPart(<Notes />)
  await opener.click()
  await text.fill('Vegan')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('button', { name: 'Discard changes' })).toBeVisible()
})

test('keeps the dialog open while its request is running', async () => {
  await showPart(<Notes busy />)
  await opener.click()
  await escape(3)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).toBeVisible()
})

test('opens the dialog again with the same field focused if the browser closes it without asking', async () => {
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

test('returns the focus to the button that opened a dialog if the page removes the open dialog', async () => {
  await showPart(<Vanishing />)
  await opener.click()
  await escape(1)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
