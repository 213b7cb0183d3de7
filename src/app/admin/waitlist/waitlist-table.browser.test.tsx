import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import type { WaitlistEntry } from '#domain/booking/waitlist/contract/entries.ts'
import { WaitlistBrowser } from './waitlist-browser.tsx'
import { WaitlistTable } from './waitlist-table.tsx'

const entryOf = (id: number, state: WaitlistEntry['state']) =>
  ({
    id,
    state,
    position: state === 'waiting' ? id : null,
    offerUntil: null,
    phone: null,
    byHand: false,
    offerToken: null,
    customerName: `Guest ${id}`,
    email: `somebody.with.a.rather.long.address.${id}@example.test`,
    size: 1,
    createdAt: '2027-02-20T12:00:00Z',
  }) as unknown as WaitlistEntry
const entries = [entryOf(1, 'waiting'), entryOf(2, 'skipped'), entryOf(3, 'unconfirmed')]

/** The widths of the waitlist in pixels: on a page that is 1280 pixels wide, and on a phone. */
test.each([560, 340])('fits the waitlist into %i px without breaking words or overflowing', async (width) => {
  const part = (
    <div style={{ width }}>
      <WaitlistTable
        eventId={1}
        entries={entries}
        waiting={1}
        open
        spotsLeft={1}
        onChanged={() => undefined}
      />
    </div>
  )
  await showPart(part)
  const words = page.getByText('Skipped', { exact: true }).element()
  const range = document.createRange()
  range.selectNodeContents(words)
  expect(range.getClientRects()).toHaveLength(1)
  const { right } = words.closest('[style]')!.getBoundingClientRect()
  for (const button of document.querySelectorAll('button'))
    expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(right)
  await expect.element(page.getByRole('rowheader', { name: /^Guest 2/ })).toBeVisible()
})

test('names a purged waitlist entry “Deleted guest”, which an admin can only remove', async () => {
  const purged = { ...entryOf(2, 'skipped'), customerName: '', email: '' }
  await showPart(
    <WaitlistTable
      eventId={1}
      entries={[purged]}
      waiting={0}
      open
      spotsLeft={1}
      onChanged={() => undefined}
    />,
  )
  await expect.element(page.getByRole('rowheader', { name: /^Deleted guest/ })).toBeVisible()
  const buttons = page.getByRole('row').getByRole('button').elements()
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Delete Deleted guest from the waitlist',
  ])
})

test('sends an admin’s action on a waitlist entry once, and then reloads the waitlist', async () => {
  let changes = 0
  const { call, sent } = fakeSite(() => ok())
  await showPart(
    <WaitlistTable
      eventId={1}
      entries={entries}
      waiting={1}
      open
      spotsLeft={1}
      onChanged={() => {
        changes += 1
      }}
    />,
    { call },
  )
  await page.getByRole('button', { name: 'Offer Guest 1 a spot now' }).click()
  await expect.element(page.getByText('Guest 1 is offered a spot')).toBeInTheDocument()
  expect(sent.map(({ input }) => input)).toEqual([{ body: { id: 1 } }])
  expect(changes).toBe(1)
})

test("shows the phone number of a waitlist entry without e-mail, and a button that copies its offer's link (R30.8)", async () => {
  const byHand = { email: '', phone: '505-555-0177', byHand: true, offerToken: 'c0ffee' }
  const entry = { ...entryOf(4, 'offered'), ...byHand }
  await showPart(
    <WaitlistTable
      eventId={1}
      entries={[entry]}
      waiting={0}
      open
      spotsLeft={0}
      onChanged={() => undefined}
    />,
  )
  for (const words of ['No email', 'Added by hand', '505-555-0177'])
    await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()
})

test('says why a waitlist entry for several spots still waits, and lets the admin change its number of spots (R39.7)', async () => {
  const { call, sent } = fakeSite(() => ok())
  const ruth = { ...entryOf(5, 'waiting'), customerName: 'Ruth Vance', size: 3 }
  await showPart(
    <WaitlistTable eventId={1} entries={[ruth]} waiting={1} open spotsLeft={1} onChanged={() => undefined} />,
    { call },
  )
  await expect.element(page.getByText('Needs 3 spots, 1 is free')).toBeVisible()
  expect(page.getByRole('button', { name: /^Offer/ }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Edit spots of Ruth Vance' }).click()
  await page.getByRole('combobox', { name: 'Spots' }).selectOptions('2')
  await page.getByRole('button', { name: 'Save the spots' }).click()
  await expect.element(page.getByText('Changed the spots for Ruth Vance')).toBeInTheDocument()
  expect(sent.map(({ input }) => input)).toEqual([{ body: { id: 5, size: 2 } }])
})

const COUNT = { all: 120, waiting: 120, unconfirmed: 0 }
const pageFrom = (from: number) => Array.from({ length: 50 }, (_, nth) => entryOf(from + nth + 1, 'waiting'))

function Browser({ onChanged }: { onChanged: () => void }) {
  return (
    <WaitlistBrowser
      eventId={1}
      first={pageFrom(0)}
      count={COUNT as never}
      open
      spotsLeft={0}
      onChanged={onChanged}
    />
  )
}

const rowOf = (id: number) => page.getByRole('rowheader', { name: new RegExp(`^Guest ${id} `) })

test('loads further pages of the waitlist only when the admin opens them, and shows search results from page one', async () => {
  const { call, sent } = fakeSite(({ input }) => {
    const { from, search } = input.query as { from: number; search: string }
    return ok(search === '' ? { entries: pageFrom(from), found: COUNT.all } : { entries: [], found: 0 })
  })
  await showPart(<Browser onChanged={() => undefined} />, { call })
  await page.getByRole('button', { name: 'Later places' }).click()
  await expect.element(rowOf(51)).toBeVisible()
  await page.getByRole('button', { name: 'Earlier places' }).click()
  await expect.element(rowOf(1)).toBeVisible()
  await page.getByRole('button', { name: 'Later places' }).click()
  await page.getByRole('searchbox', { name: 'Find on the waitlist' }).fill('Zoe')
  await expect.element(page.getByText('Nobody with that name or email is on the waitlist.')).toBeVisible()
  expect(sent.map(({ input }) => input.query)).toEqual([
    { eventId: 1, from: 50, search: '' },
    { eventId: 1, from: 50, search: '' },
    { eventId: 1, from: 0, search: 'Zoe' },
  ])
})

test("removes selected waitlist entries in one call after a confirmation, and sends each entry's shown status", async () => {
  let changes = 0
  const { call, sent } = fakeSite(({ name }, before) =>
    before === 0 && name === 'waitlist.removeMany' ? refused('stale') : ok(),
  )
  await showPart(<Browser onChanged={() => (changes += 1)} />, { call })
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).click()
  for (const id of [1, 2])
    await page.getByRole('checkbox', { name: `Choose Guest ${id}`, exact: true }).click()
  await page.getByRole('button', { name: 'Delete 48 entries from the waitlist' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(question.getByText('Refused: stale.')).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('48 entries removed')).toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
  const [, { input }] = sent as [unknown, (typeof sent)[number]]
  expect(input.body).toMatchObject({ eventId: 1 })
  const removed = input.body!['entries'] as { id: number; state: string }[]
  expect([removed.length, removed[0]]).toEqual([48, { id: 3, state: 'waiting' }])
  expect(changes).toBe(2)
})
