/**
 * Tests presses of buttons and links below a field that shows an error when it loses the focus. The error
 * moves them down, away from the pointer.
 */
import { type ReactNode, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button, IconButton, SubmitButton, TextButton } from './button.tsx'
import { CheckField, PlainForm, TextField } from './field.tsx'
import { showPart } from '#test/support/app/show-part.tsx'

function Below({ onSend, children }: { onSend: () => void; children: ReactNode }) {
  const [left, setLeft] = useState(false)
  return (
    <PlainForm onSend={onSend}>
      <TextField id="name" label="Name" required onBlur={() => setLeft(true)} />
      {left && <p style={{ height: 200 }}>Please enter a name</p>}
      {children}
    </PlainForm>
  )
}

test.each<[string, (press: () => void) => ReactNode]>([
  ['button', (press) => <Button onClick={press}>Apply</Button>],
  ['button in a sentence', (press) => <TextButton onClick={press}>Apply</TextButton>],
  ['button with an icon', (press) => <IconButton label="Apply" icon="close" onClick={press} />],
  ['button that sends the form', () => <SubmitButton busy={false}>Apply</SubmitButton>],
])(
  'handles the first press of a %s once, shows the error of the field above, and focuses the pressed element',
  async (_, button) => {
    const press = vi.fn<(seen: boolean) => void>()
    const pressed = () => press(document.body.textContent.includes('Please enter a name'))
    await showPart(<Below onSend={pressed}>{button(pressed)}</Below>)
    await page.getByLabelText('Name').click()
    const apply = page.getByRole('button', { name: 'Apply' })
    await apply.click()
    await expect.element(page.getByText('Please enter a name')).toBeVisible()
    expect(press.mock.calls).toEqual([[true]])
    await expect.element(apply).toHaveFocus()
  },
)

test.each(['There', 'News', 'More'])(
  'handles the first press of the element "%s" although the field above it shows its error',
  async (words) => {
    await showPart(
      <Below onSend={() => {}}>
        <a href="#there">There</a>
        <CheckField id="news">News</CheckField>
        <details>
          <summary>More</summary>
        </details>
      </Below>,
    )
    const pressed = page.getByText(words)
    const press = vi.fn<() => void>()
    pressed.element().addEventListener('click', press)
    await page.getByLabelText('Name').click()
    await pressed.click()
    await expect.element(page.getByText('Please enter a name')).toBeVisible()
    expect(press).toHaveBeenCalledOnce()
  },
)

test('presses no button and keeps the focus if the pointer is released elsewhere', async () => {
  const press = vi.fn<() => void>()
  await showPart(
    <Below onSend={press}>
      <TextButton onClick={press}>Apply</TextButton>
      <p>Beside it</p>
    </Below>,
  )
  await page.getByLabelText('Name').click()
  await userEvent.dragAndDrop(page.getByRole('button', { name: 'Apply' }), page.getByText('Beside it'))
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  expect(press).not.toHaveBeenCalled()
})

test.each<[string, () => ReactNode]>([
  ['button', () => <Button onClick={() => {}}>Apply</Button>],
  ['button in a sentence', () => <TextButton onClick={() => {}}>Apply</TextButton>],
  ['button with an icon', () => <IconButton label="Apply" icon="close" onClick={() => {}} />],
])('renders a %s disabled on the server, and enables it when React has started', async (_, button) => {
  expect(renderToString(button())).toMatch(/^<button[^>]* disabled=""/)
  await showPart(button())
  await expect.element(page.getByRole('button', { name: 'Apply' })).toBeEnabled()
})
