import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CopyLink } from './links.tsx'
import { showPart } from '#test/support/app/show-part.tsx'

function Link() {
  const [path, setPath] = useState('/first')
  return (
    <>
      <CopyLink path={path} />
      <button type="button" onClick={() => setPath('/second')}>
        Renew
      </button>
    </>
  )
}

test('says that a link was copied, until the link changes', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await showPart(<Link />)
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(write).toHaveBeenCalledWith(`${location.origin}/first`)
  await page.getByRole('button', { name: 'Renew' }).click()
  await expect.element(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()
})

test('explains how else to copy a link if the browser forbids copying', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'))
  await showPart(<Link />)
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await expect.element(page.getByText(/^Your browser doesn’t allow it/).first()).toBeVisible()
})
