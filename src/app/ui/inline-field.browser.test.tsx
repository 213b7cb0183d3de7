import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { InlineField, type SaveResult } from './inline-field.tsx'
import { offline, refused, showPart, signedOut } from '#test/support/app/show-part.tsx'

const field = page.getByRole('textbox', { name: 'Notes' })
const press = (name: string) => page.getByRole('button', { name }).click()

afterEach(() => void vi.unstubAllGlobals())

/** Creates a fake server that records saves. `answer` decides what each save returns, and when. */
function site(
  answer: (text: string, before: number) => SaveResult | Promise<SaveResult> = () => ({ ok: true }),
) {
  const saved: { text: string; seen: string }[] = []
  const underWay = { now: 0, most: 0 }
  const save = async (text: string, seen: string): Promise<SaveResult> => {
    const before = saved.push({ text, seen }) - 1
    underWay.most = Math.max(underWay.most, ++underWay.now)
    const result = await answer(text, before)
    underWay.now -= 1
    return result
  }
  return { saved, underWay, save }
}

interface NotesProps {
  save: (text: string, seen: string) => Promise<SaveResult>
  first?: string
}

function Notes({ save, first = 'Vegan' }: NotesProps) {
  const [value, setValue] = useState(first)
  const [there, setThere] = useState(true)
  return (
    <>
      {there && (
        <InlineField
          label="Notes"
          multiline
          draft="guest:7:notes"
          pauseMs={50}
          value={value}
          save={async (text, seen) => {
            const answer = await save(text, seen)
            if (answer.ok) setValue(text)
            return answer
          }}
        />
      )}
      <button type="button" onClick={() => setThere(!there)}>
        Toggle
      </button>
    </>
  )
}

test('saves a field after a pause in typing and when it loses the focus, but never sends unchanged text (R12.6)', async () => {
  const { saved, save } = site()
  await showPart(<Notes save={save} />)
  await field.fill('Vegan, no nuts')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await field.click()
  await userEvent.tab()
  expect(saved).toEqual([{ text: 'Vegan, no nuts', seen: 'Vegan' }])
  expect(sessionStorage.length).toBe(0)
})

test('runs one save of a field at a time, and saves the last typed text last, however slow the replies are', async () => {
  const replies = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { saved, save, underWay } = site(async (_, before) => {
    await replies[before]?.promise
    return { ok: true }
  })
  await showPart(<Notes save={save} />)
  await field.fill('one')
  await expect.poll(() => saved.length).toBe(1)
  await field.fill('two')
  await field.fill('three')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(saved).toHaveLength(1)
  replies[0]?.resolve()
  await expect.poll(() => saved.length).toBe(2)
  replies[1]?.resolve()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(saved).toEqual([
    { text: 'one', seen: 'Vegan' },
    { text: 'three', seen: 'one' },
  ])
  expect(underWay.most).toBe(1)
  await expect.element(field).toHaveValue('three')
})

test('keeps the text of a field while there is no network, and saves it when the network returns (R12.6)', async () => {
  let down = true
  const { saved, save } = site(() => (down ? offline() : { ok: true }))
  await showPart(<Notes save={save} />)
  await field.fill('Celiac')
  await expect.element(page.getByText('Not saved yet: no connection')).toBeVisible()
  await expect.element(field).toHaveValue('Celiac')
  down = false
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(saved.at(-1)).toEqual({ text: 'Celiac', seen: 'Vegan' })
})

test('saves the text of a field even if the network returns just when the field says that the network is down', async () => {
  // Turns off the field's periodic retry, so that only the returning network can start the save.
  vi.stubGlobal('setInterval', () => 0)
  let down = true
  const { save } = site(() => (down ? offline() : { ok: true }))
  await showPart(<Notes save={save} />)
  new MutationObserver((_, observer) => {
    if (!document.body.textContent.includes('no connection')) return
    observer.disconnect()
    down = false
    window.dispatchEvent(new Event('online'))
  }).observe(document.body, { childList: true, subtree: true })
  await field.fill('Celiac')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('restores unsaved text of a field after a reload and saves it (R12.6)', async () => {
  let down = true
  const { saved, save } = site(() => (down ? offline() : { ok: true }))
  const first = await showPart(<Notes save={save} />)
  await field.fill('Celiac')
  await expect.element(page.getByText('Not saved yet: no connection')).toBeVisible()
  await first.unmount()
  down = false
  await showPart(<Notes save={save} />)
  await expect.element(field).toHaveValue('Celiac')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(saved.at(-1)).toEqual({ text: 'Celiac', seen: 'Vegan' })
})

test('asks which text to keep if another person has changed the field before the reload', async () => {
  const { save, saved } = site(() => offline())
  const first = await showPart(<Notes save={save} />)
  await field.fill('Celiac')
  await expect.element(page.getByText('Not saved yet: no connection')).toBeVisible()
  await first.unmount()
  const later = site()
  await showPart(<Notes save={later.save} first="Vegetarian" />)
  await expect.element(page.getByText(/someone else wrote “Vegetarian”/)).toBeVisible()
  await expect.element(field).toHaveValue('Celiac')
  await press('Save mine')
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(later.saved).toEqual([{ text: 'Celiac', seen: 'Vegetarian' }])
  expect(saved.length).toBeGreaterThan(0)
})

test('saves the text of a field when the field is removed from the page', async () => {
  const { saved, save } = site()
  await showPart(<Notes save={save} />)
  await field.fill('Celiac')
  // Clicks the button by script. A real click would move the focus, which saves the text too.
  document.querySelectorAll('button').forEach((button) => button.textContent === 'Toggle' && button.click())
  await expect.poll(() => saved).toEqual([{ text: 'Celiac', seen: 'Vegan' }])
})

test("keeps the user's text in the field during a conflict, and shows the other person's text in the message", async () => {
  const { saved, save } = site((_, before) =>
    before === 0 ? { ...refused('stale'), theirs: 'No milk' } : { ok: true },
  )
  await showPart(<Notes save={save} />)
  await field.fill('Celiac')
  await expect.element(page.getByText(/someone else wrote “No milk”/)).toBeVisible()
  await press('Save mine')
  await expect.poll(() => saved.at(-1)).toEqual({ text: 'Celiac', seen: 'No milk' })
})

test('offers a sign-in in a new tab if the session has expired, and then saves the text of the field', async () => {
  const { save } = site((_, before) => (before === 0 ? signedOut() : { ok: true }))
  await showPart(<Notes save={save} />)
  await field.fill('Celiac')
  await expect.element(page.getByRole('link', { name: /Sign in in another tab/ })).toBeVisible()
  await expect.element(field).toHaveValue('Celiac')
  await press('Try again')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('restores the saved text of a field on Escape (R12.6)', async () => {
  const { saved, save } = site(() => refused('internal'))
  await showPart(<Notes save={save} />)
  await field.fill('Celiac')
  await expect.element(page.getByText(/Not saved\. Refused: internal\./)).toBeVisible()
  await field.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('Vegan')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(saved).toHaveLength(1)
  expect(sessionStorage.length).toBe(0)
})

test('asks before the user leaves a page with unsaved text, and leaves the page once the text is saved (R12.6)', async () => {
  let down = true
  const { save } = site(() => (down ? offline() : { ok: true }))
  const { router } = await showPart(<Notes save={save} />)
  await field.fill('Celiac')
  await expect.element(page.getByText('Not saved yet: no connection')).toBeVisible()
  const asked = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(asked)
  expect(asked.defaultPrevented).toBe(true)
  void router.navigate('/elsewhere')
  await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await press('Stay here')
  await expect.element(field).toHaveValue('Celiac')
  void router.navigate('/elsewhere')
  await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  down = false
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Elsewhere')).toBeVisible()
})

test.each([
  ['Stay here', 'Saved'],
  ['Leave', 'Elsewhere'],
])(
  'stays on the page or leaves it as the user chooses ("%s"), even if the text is saved at the same moment',
  async (answer, then) => {
    let down = true
    const { save } = site(() => (down ? offline() : { ok: true }))
    const { router } = await showPart(<Notes save={save} />)
    await field.fill('Celiac')
    await expect.element(page.getByText('Not saved yet: no connection')).toBeVisible()
    void router.navigate('/elsewhere')
    const errors = vi.spyOn(console, 'error')
    const button = page.getByRole('button', { name: answer })
    await expect.element(button).toBeVisible()
    down = false
    button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    window.dispatchEvent(new Event('online'))
    await expect.element(page.getByText(then, { exact: true })).toBeVisible()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    expect(errors).not.toHaveBeenCalled()
  },
)

test('asks again if the user tries to leave the page immediately after choosing to stay', async () => {
  const { router } = await showPart(<Notes save={site(() => offline()).save} />)
  await field.fill('Celiac')
  await expect.element(page.getByText('Not saved yet: no connection')).toBeVisible()
  const question = page.getByRole('alertdialog')
  const stay = page.getByRole('button', { name: 'Stay here' })
  void router.navigate('/elsewhere')
  await expect.element(stay).toBeVisible()
  stay.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await Promise.resolve()
  expect(question.query()).toBeNull()
  void router.navigate('/elsewhere')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByText('Elsewhere')).toBeVisible()
})
