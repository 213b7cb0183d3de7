/** Tests that shared components work on a page that the browser has translated (R48.1). */
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formatMoney } from '#shared/money.ts'
import { Button, SubmitButton } from './button.tsx'
import { keepAmounts, Money, Text } from './text.tsx'
import { showPart } from '#test/support/app/show-part.tsx'
import { translatePage } from '#test/support/app/translate.ts'

/** Renders a component on a page that the browser translates. `errors` records what React logs. */
async function showTranslated(part: React.ReactNode) {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const shown = await showPart(part)
  // Stops the translation after each test, because all tests share one browser page.
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

test('shows on a translated page the amount on a busy button, and its label again afterwards (R48.1)', async () => {
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

function Owed() {
  const [left, setLeft] = useState(123_450)
  const words =
    left === 0 ? 'Nothing is left to pay.' : `${formatMoney(left)} is left of ${formatMoney(250_000)}.`
  return (
    <>
      <p id="sentence">
        <Text>{words}</Text>
      </p>
      <p id="given">{keepAmounts(words)}</p>
      <Button onClick={() => setLeft(left === 123_450 ? 100 : left === 100 ? 0 : 123_450)}>Pay</Button>
    </>
  )
}

const shows = async (words: string) => {
  for (const id of ['sentence', 'given'])
    await expect.poll(() => document.getElementById(id)?.textContent).toBe(words)
}

test('updates the amounts in a sentence on a translated page, and leaves them untranslated (R48.1)', async () => {
  const { errors } = await showTranslated(<Owed />)
  await shows('$1,234.50 iss leftt off $2,500.00.')
  for (const words of [
    '$1.00 iss leftt off $2,500.00.',
    'Nothingg iss leftt too payy.',
    '$1,234.50 iss leftt off $2,500.00.',
  ]) {
    await userEvent.click(page.getByRole('button', { name: 'Payy' }))
    await shows(words)
  }
  expect(window.translatedAmounts?.()).toEqual([])
  expect(errors).not.toHaveBeenCalled()
})
