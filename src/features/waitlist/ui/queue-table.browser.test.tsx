import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, showPart } from '#ui/testing/show-part.tsx'
import type { WaitlistEntry } from '../contract/entries.ts'
import { QueueTable } from './queue-table.tsx'

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
    createdAt: '2027-02-20T12:00:00Z',
  }) as unknown as WaitlistEntry
const entries = [entryOf(1, 'waiting'), entryOf(2, 'skipped'), entryOf(3, 'unconfirmed')]

/** The card of the waitlist on a page of 1280 px, and all of a phone's width. */
test.each([560, 340])('at %i px no word is broken, and nothing hangs over the side', async (width) => {
  const part = (
    <div style={{ width }}>
      <QueueTable eventId={1} entries={entries} waiting={1} open freeSpots={1} onChanged={() => undefined} />
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

test('what an admin does is sent once, and the page is told', async () => {
  let changes = 0
  const { call, sent } = fakeSite(() => ok())
  await showPart(
    <QueueTable
      eventId={1}
      entries={entries}
      waiting={1}
      open
      freeSpots={1}
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

test('who was added by hand without an email says so, with the phone and the link of the offer (R30.8)', async () => {
  const byHand = { email: '', phone: '505-555-0177', byHand: true, offerToken: 'c0ffee' }
  const entry = { ...entryOf(4, 'offered'), ...byHand }
  await showPart(
    <QueueTable eventId={1} entries={[entry]} waiting={0} open freeSpots={0} onChanged={() => undefined} />,
  )
  for (const words of ['No email', 'Added by hand', '505-555-0177'])
    await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()
})
