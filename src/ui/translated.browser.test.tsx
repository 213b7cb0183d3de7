/** The shared parts on a page that the browser translates: they work, and show the current text (R48.1). */
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button, SubmitButton } from './button.tsx'
import { Money } from './text.tsx'
import { showPart } from './testing/show-part.tsx'
import { translatePage } from './testing/translate.ts'

/** A part that is shown and translated, and the errors of React until the end of the test. */
async function showTranslated(part: React.ReactNode) {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const shown = await showPart(part)
  // All tests share one page.
  onTestFinished(translatePage())
  await expect.poll(() => document.querySelector('font')).not.toBeNull()
  return { ...shown, errors }
}

function Pay() {
  const [busy, setBusy] = useState(false)
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <SubmitButton busy={busy}>
        Pay <Money cents={45_000} />
      </SubmitButton>
      <Button onClick={() => setBusy(!busy)}>Turn</Button>
      <Button busy={busy}>Save</Button>
    </form>
  )
}

test('a button with an amount shows that it works and is itself again', async () => {
  const { errors } = await showTranslated(<Pay />)
  const turn = page.getByRole('button', { name: 'Turnn' })
  const pay = page.getByRole('button', { name: 'Payy $450.00' })
  await userEvent.click(turn)
  await expect.element(pay).toHaveAttribute('aria-busy', 'true')
  await userEvent.click(turn)
  await expect.element(pay).not.toHaveAttribute('aria-busy')
  await expect.element(page.getByRole('button', { name: 'Savee' })).toBeVisible()
  await expect.element(pay).toBeVisible()
  expect(errors).not.toHaveBeenCalled()
})
