import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { offline, showPart } from '#test/support/app/show-part.tsx'
import { FileField } from './file-field.tsx'
import type { UploadFile } from './file-drop.tsx'

const upload = ((_: unknown, { signal }: { signal: AbortSignal }) =>
  new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(offline())),
  )) as unknown as UploadFile

function Field() {
  const [value, setValue] = useState('')
  return (
    <FileField
      kind="picture"
      id="first"
      label="First image"
      value={value}
      onChange={setValue}
      upload={upload}
    />
  )
}

function choose(name: string, bytes: string) {
  const chosen = new DataTransfer()
  chosen.items.add(new File([bytes], name, { type: 'image/jpeg' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test("cancels the running upload when the admin chooses another file, and shows only the new file's problem", async () => {
  await showPart(<Field />)
  choose('dawn.jpg', 'x')
  await expect.element(page.getByText('Sending dawn.jpg: 0%')).toBeVisible()
  choose('empty.jpg', '')
  const field = page.getByRole('textbox', { name: /^First image/ })
  await expect.element(field).toHaveAccessibleDescription(/empty\.jpg is empty\./)
  // Waits until the aborted upload of the first file has returned its failure, which the field must not show.
  await new Promise((resolve) => setTimeout(resolve))
  await expect.element(field).toHaveAccessibleDescription(/empty\.jpg is empty\./)
})
