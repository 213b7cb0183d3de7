import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { requiredText } from '#shared/fields.ts'
import { ApiForm, useApiForm } from './form.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { renameCow } from '#test/support/app/cows.ts'
import { fakeSite, ok, refused, showPart, signedOut } from '#test/support/app/show-part.tsx'

const name = page.getByRole('textbox', { name: 'Name' })
const color = page.getByRole('textbox', { name: 'Color' })
const submit = page.getByRole('button', { name: 'Rename' })
const schema = z.object({ name: requiredText(20), color: requiredText(20) })

interface RenameProps {
  version?: number
  draft?: string
  onOutdated?: () => void
  onDone?: (name: string) => void
}

function Rename({ version = 3, draft, onOutdated, onDone }: RenameProps) {
  const form = useApiForm(renameCow, {
    prefix: 'cow',
    schema,
    values: { name: 'Bess', color: 'red' },
    labels: { name: 'Name', color: 'Color' },
    toInput: (checked, seen) => ({ body: { id: 7, version: seen.version, ...checked } }),
    version,
    ...(draft ? { draft } : {}),
    ...(onOutdated ? { onOutdated } : {}),
    onDone: (reply) => onDone?.(reply.name),
  })
  return (
    <ApiForm form={form} label="Rename the cow" does="Rename">
      <TextField {...form.field('name')} required />
      <TextField {...form.field('color')} required />
      {form.restored && <p>Here again</p>}
    </ApiForm>
  )
}

test('lists the errors of an incomplete form, focuses the list, links to the fields and sends nothing (R17.9)', async () => {
  const { call, sent } = fakeSite(() => ok())
  await showPart(<Rename />, { call })
  await name.clear()
  await submit.click()
  await expect.poll(() => document.activeElement?.id).toBe('cow-problems')
  await expect.element(page.getByText('Please fill in all required information')).toBeVisible()
  await page.getByRole('link', { name: /^Name:/ }).click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Nell')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

test("shows the server's errors next to the form's fields and focuses the list of errors", async () => {
  const { call } = fakeSite((_, before) =>
    before === 0
      ? refused('invalid', {
          status: 400,
          message: 'No such color',
          fields: { color: 'No such color' },
        })
      : ok({ name: 'Nell' }),
  )
  const onDone = vi.fn()
  await showPart(<Rename onDone={onDone} />, { call })
  await name.fill('Nell')
  await submit.click()
  await expect.element(color).toHaveAccessibleDescription('! No such color')
  await expect.poll(() => document.activeElement?.id).toBe('cow-problems')
  await expect.element(page.getByText('Please check these')).toBeVisible()
  await expect.element(page.getByText('Not done')).not.toBeInTheDocument()
  await color.fill('brown')
  await submit.click()
  await expect.poll(() => onDone).toHaveBeenCalledWith('Nell')
})

test('sends a form only once when the user submits it twice', async () => {
  const held = Promise.withResolvers<void>()
  const { call, sent } = fakeSite(async () => {
    await held.promise
    return ok({ name: 'Nell' })
  })
  await showPart(<Rename />, { call })
  await name.fill('Nell')
  await submit.click()
  await userEvent.keyboard('{Enter}{Enter}')
  held.resolve()
  await expect.element(submit).not.toHaveAttribute('aria-busy')
  expect(sent).toHaveLength(1)
})

function OnAPage() {
  const [version, setVersion] = useState(3)
  return (
    <>
      <Rename version={version} onOutdated={() => setVersion(9)} />
      <button type="button" onClick={() => setVersion(5)}>
        Reload
      </button>
    </>
  )
}

test("sends the record's version from when the form opened, and after a refusal the version that the page then shows", async () => {
  const { call, sent } = fakeSite(() => refused('stale'))
  await showPart(<OnAPage />, { call })
  await name.fill('Nell')
  await page.getByRole('button', { name: 'Reload' }).click()
  await submit.click()
  await expect.element(page.getByText('Refused: stale.')).toBeVisible()
  await expect.element(name).toHaveValue('Nell')
  await submit.click()
  await expect.poll(() => sent.map(({ input }) => input.body?.['version'])).toEqual([3, 9])
})

test('offers a sign-in in a new tab if the session has expired, and then sends the values of the form', async () => {
  const { call, sent } = fakeSite((_, before) => (before === 0 ? signedOut() : ok({ name: 'Nell' })))
  const onDone = vi.fn()
  await showPart(<Rename onDone={onDone} />, { call })
  await name.fill('Nell')
  await submit.click()
  await expect.element(page.getByRole('link', { name: /Sign in in another tab/ })).toBeVisible()
  await submit.click()
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(sent[1]?.input.body).toMatchObject({ name: 'Nell', version: 3 })
})

test("restores a form's values and version after a reload, and deletes the draft when the form is sent (R17.9)", async () => {
  const { call, sent } = fakeSite(() => ok({ name: 'Nell' }))
  const first = await showPart(<Rename draft="cow:7" />, { call })
  await name.fill('Nell')
  await expect.poll(() => sessionStorage.length).toBe(1)
  await first.unmount()
  await showPart(<Rename draft="cow:7" version={8} />, { call })
  await expect.element(page.getByText('Here again')).toBeVisible()
  await expect.element(name).toHaveValue('Nell')
  await submit.click()
  await expect.poll(() => sent.map(({ input }) => input.body?.['version'])).toEqual([3])
  expect(sessionStorage.length).toBe(0)
})

test("deletes a form's draft if the user types the original values again, and then asks no question on leaving", async () => {
  const { router } = await showPart(<Rename draft="cow:7" />)
  await name.fill('Nell')
  await name.fill('Bess')
  await expect.poll(() => sessionStorage.length).toBe(0)
  void router.navigate('/elsewhere')
  await expect.element(page.getByText('Elsewhere')).toBeVisible()
})

test('asks before the user leaves a page whose form has unsaved changes, and deletes the draft if the user leaves', async () => {
  const { router } = await showPart(<Rename draft="cow:7" />)
  await name.fill('Nell')
  void router.navigate('/elsewhere')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(name).toHaveValue('Nell')
  void router.navigate('/elsewhere')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByText('Elsewhere')).toBeVisible()
  expect(sessionStorage.length).toBe(0)
})

function InADialog() {
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Rename">
      <Rename onDone={() => setOpen(false)} />
    </Dialog>
  )
}

test('keeps the values of a form in a dialog on Escape and Cancel, and closes the dialog after sending them', async () => {
  const { call } = fakeSite(() => ok({ name: 'Nell' }))
  await showPart(<InADialog />, { call })
  await name.fill('Nell')
  for (const _ of [1, 2, 3]) {
    await userEvent.keyboard('{Escape}')
    await expect.element(name).toHaveValue('Nell')
  }
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(name).toHaveValue('Nell')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await submit.click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('focuses the first invalid field of a form in a dialog and shows its error', async () => {
  await showPart(<InADialog />)
  await name.clear()
  await color.clear()
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
