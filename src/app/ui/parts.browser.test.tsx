import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ConfirmDialog } from './dialog.tsx'
import { ConflictDialog, type Difference } from './conflict-dialog.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { refused, showPart } from '#test/support/app/show-part.tsx'
import { announce, toast } from './toast.tsx'
import { ConfirmDelete } from './dialog-buttons.tsx'

interface Guest {
  id: number
  name: string
  paid: string
}

const COLUMNS: Column<Guest>[] = [
  { name: 'name', head: 'Name', cell: ({ name }) => name, names: true, sorts: true },
  { name: 'paid', head: 'Paid', cell: ({ paid }) => paid, sorts: true },
  { name: 'acts', head: 'Actions', quiet: true, cell: () => <button type="button">Remind</button> },
]
const GUESTS: Guest[] = [
  { id: 1, name: 'Ana', paid: '$450.00' },
  { id: 2, name: 'Ruth', paid: '$900.00' },
]

function Guests({ width, rows = GUESTS }: { width: number; rows?: Guest[] }) {
  const [sort, setSort] = useState<{ by: string; direction: 'ascending' | 'descending' }>({
    by: 'name',
    direction: 'ascending',
  })
  const onSort = (by: string) => setSort({ by, direction: 'descending' })
  return (
    <div style={{ width }}>
      <DataTable
        caption="Attendees"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        sort={{ ...sort, onSort }}
        empty="Nobody has signed up yet."
      />
    </div>
  )
}

test.each([
  ['cards', 360],
  ['a table', 1000],
])('keeps a table a table for screen readers when the screen shows it as %s', async (_, width) => {
  await page.viewport(width + 40, 844)
  await showPart(<Guests width={width} />)
  const table = page.getByRole('table', { name: 'Attendees' })
  await expect.element(table).toBeVisible()
  expect(table.getByRole('row').all()).toHaveLength(3)
  expect(table.getByRole('columnheader').all()).toHaveLength(3)
  expect(table.getByRole('rowheader').all()).toHaveLength(2)
  expect(table.getByRole('cell').all()).toHaveLength(4)
  await expect.element(table.getByRole('row', { name: /Ruth/ }).getByText('$900.00')).toBeVisible()
  await page.viewport(390, 844)
})

test('lets the user press a column heading to sort a table by it, and tells screen readers the order', async () => {
  await page.viewport(1040, 844)
  await showPart(<Guests width={1000} />)
  await page.getByRole('button', { name: 'Paid' }).click()
  await expect
    .element(page.getByRole('columnheader', { name: 'Paid' }))
    .toHaveAttribute('aria-sort', 'descending')
  await page.viewport(390, 844)
})

test('keeps the column headings of a long table on the screen (R12.8)', async () => {
  await page.viewport(1040, 600)
  const many = Array.from({ length: 60 }, (_, id) => ({ id, name: `Guest ${id}`, paid: '$450.00' }))
  await showPart(<Guests width={1000} rows={many} />)
  const head = page.getByRole('columnheader', { name: 'Paid' })
  const topOf = () => head.element().getBoundingClientRect().top
  window.scrollTo(0, 1_000)
  await expect.poll(topOf).toBeGreaterThanOrEqual(0)
  expect(topOf()).toBeLessThan(100)
  window.scrollTo(0, 0)
  await page.viewport(390, 844)
})

test('shows the text for an empty table if the table has no rows', async () => {
  await showPart(<Guests width={360} rows={[]} />)
  await expect.element(page.getByText('Nobody has signed up yet.')).toBeVisible()
})

const DIFFERENCES: Difference<'name' | 'color'>[] = [
  { name: 'name', label: 'Name', original: 'Bess', mine: 'Nell', theirs: 'Dolly', both: true },
  { name: 'color', label: 'Color', original: 'red', mine: 'red', theirs: '', both: false },
]

function Conflict({ onDecided }: { onDecided: (theirs: ReadonlySet<string>) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Save
      </button>
      <ConflictDialog
        differences={open ? DIFFERENCES : null}
        title="Somebody else changed this cow"
        does="Save it"
        onDecided={onDecided}
        onBack={() => setOpen(false)}
      />
    </>
  )
}

test('shows two versions of a record in the conflict dialog, keeps the focus inside, and returns it afterwards', async () => {
  const decided: string[][] = []
  await showPart(<Conflict onDecided={(theirs) => decided.push([...theirs])} />)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this cow' })
  await expect.element(dialog.getByRole('radio', { name: /Keep mine: Nell/ })).toBeChecked()
  await expect.element(dialog.getByRole('radio', { name: /Use theirs: empty/ })).toBeChecked()
  for (let step = 0; step < 8; step += 1) {
    await userEvent.tab()
    const inside = document.activeElement === document.body || document.activeElement?.closest('dialog')
    expect(inside).toBeTruthy()
  }
  await dialog.getByRole('radio', { name: /Use theirs: Dolly/ }).click()
  await dialog.getByRole('button', { name: 'Save it' }).click()
  expect(decided).toEqual([['color', 'name']])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus()
})

test('runs a confirmed action once even if the user presses twice, and keeps the dialog open until the action ends', async () => {
  const answers = [Promise.withResolvers<void>()]
  let done = 0
  function Cancel() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Cancel the stay
        </button>
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          title="Are you sure?"
          does="Cancel it"
          keeps="Keep it"
          onConfirm={async () => {
            done += 1
            await answers[0]?.promise
            return done === 1 ? refused('stale') : null
          }}
        >
          <p>The spot is free at once.</p>
        </ConfirmDialog>
      </>
    )
  }
  await showPart(<Cancel />)
  await page.getByRole('button', { name: 'Cancel the stay' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect.element(question.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  const does = question.getByRole('button', { name: 'Cancel it' })
  await does.click()
  await userEvent.keyboard('{Enter}{Escape}{Escape}')
  await expect.element(question).toBeVisible()
  expect(done).toBe(1)
  answers[0]?.resolve()
  await expect.element(question.getByText('Refused: stale.')).toBeVisible()
  await does.click()
  await expect.element(question).not.toBeInTheDocument()
  expect(done).toBe(2)
})

test('asks before it deletes an invoice, and deletes nothing on Escape', async () => {
  let deleted = 0
  await showPart(
    <ConfirmDelete
      what="invoice 12"
      onDelete={() => {
        deleted += 1
        return Promise.resolve(null)
      }}
    />,
  )
  const trash = page.getByRole('button', { name: 'Delete invoice 12' })
  await trash.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(trash).toHaveFocus()
  expect(deleted).toBe(0)
  await trash.click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => deleted).toBe(1)
})

function News() {
  return (
    <>
      <button type="button" onClick={() => toast('Sent')}>
        Send
      </button>
      <button type="button" onClick={() => announce('Saved')}>
        Save
      </button>
    </>
  )
}

test('announces a message to screen readers even if the same message comes twice', async () => {
  await showPart(<News />)
  const region = document.querySelector('output')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => region?.textContent).toBe('Saved')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => region?.textContent).toBe('Saved\u00a0')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => region?.textContent).toBe('Sent')
  await expect.element(page.getByText('Sent').last()).toBeVisible()
})
