import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import type { Board as BoardData } from '#domain/onsite/rooms/contract.ts'
import type { Place } from '#domain/onsite/rooms/rules.ts'
import { Board } from './board.tsx'

const room = (id: number, name: string, beds: BoardData['rooms'][number]['beds']) => ({
  id,
  name,
  floor: null,
  beds,
  accessible: false,
  notes: null,
  sort: id,
  version: 1,
  lodging: null,
})

const guest = (reservationId: number, name: string, place: Place | null = null) => ({
  reservationId,
  name,
  place: place && { ...place, byHand: true },
  together: [],
  lodging: null,
  misfit: null,
  words: reservationId === 1 ? ['no bunk'] : [],
})

const BOARD: BoardData = {
  event: {
    id: 7,
    name: 'Star Week',
    urlName: 'star-week',
    startDateDate: '2031-05-06',
    endDateDate: '2031-05-10',
    cancelled: false,
    roomsShown: false,
    shownFrom: '2031-04-29',
  },
  rooms: [room(1, 'Juniper', ['single']), room(2, 'Mesa', ['bunk'])],
  guests: [guest(1, 'Ana Ortiz'), guest(2, 'Ben Roe', { roomId: 2, bed: 0, side: 0 })],
  nameless: 0,
  unshown: 0,
  conflicts: [],
}

const JUNIPER = { roomId: 1, bed: 0, side: 0 }
const withAna = (place: Place | null, more: Partial<BoardData> = {}): BoardData => ({
  ...BOARD,
  ...more,
  guests: [guest(1, 'Ana Ortiz', place), ...BOARD.guests.slice(1)],
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const region = (name: string) => page.getByRole('region', { name, exact: true })
const told = (words: string) =>
  expect.poll(() => document.querySelector('output')?.textContent).toContain(words)
const centerOf = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { clientX: x + width / 2, clientY: y + height / 2 }
}
const show = (eventId: number, site: Parameters<typeof showPart>[1]) =>
  showPart(<Board seed={{ ...BOARD, event: { ...BOARD.event, id: eventId } }} answered={null} />, site)

test('lets an admin pick up, move and put down a guest by keyboard, and announces each step (R38.5)', async () => {
  const site = fakeSite(() => ok({ board: withAna(JUNIPER) }))
  await show(7, site)
  const ana = button('Ana Ortiz')
  ana.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(ana).toHaveAttribute('aria-pressed', 'true')
  await told('Ana Ortiz picked up.')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(button('Put Ana Ortiz here: Mesa, bunk bed, above')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(ana).toHaveFocus()
  await expect.element(ana).toHaveAttribute('aria-pressed', 'false')
  expect(site.sent).toEqual([])
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
  await expect.element(region('Juniper').getByRole('button', { name: 'Ana Ortiz' })).toHaveFocus()
  await told('Ana Ortiz is in Juniper, single bed.')
  expect(site.sent).toMatchObject([
    { name: 'rooms.assign', input: { body: { eventId: 7, reservationId: 1, from: null, to: JUNIPER } } },
  ])
})

test('lets an admin drag a guest to a bed, and says so if another admin has already assigned the bed', async () => {
  const site = fakeSite(({ name }) =>
    name === 'rooms.assign'
      ? refused('place_taken', { message: 'Cy Moe has this place.' })
      : ok({ ...BOARD, event: { ...BOARD.event, id: 8 } }),
  )
  await show(8, site)
  const ana = button('Ana Ortiz').element()
  const [begin, free] = [centerOf(ana), centerOf(region('Juniper').getByText('Free').element())]
  const fire = (type: string, where: ReturnType<typeof centerOf>) =>
    ana.dispatchEvent(
      new PointerEvent(type, { ...where, bubbles: true, pointerType: 'mouse', pointerId: 1, buttons: 1 }),
    )
  ana.closest<HTMLElement>('.guest-card')!.setPointerCapture = () => {}
  fire('pointerdown', begin)
  fire('pointermove', free)
  await expect.element(region('Juniper').getByRole('button', { name: /^Put Ana Ortiz here/ })).toBeVisible()
  fire('pointerup', free)
  await expect.element(page.getByRole('alert').getByText('Cy Moe has this place.')).toBeVisible()
  await expect.element(region('Without a room').getByRole('button', { name: 'Ana Ortiz' })).toBeVisible()
  expect(site.sent.map(({ name }) => name)).toEqual(['rooms.assign', 'rooms.board'])
})

test('takes a guest out of a bed by select fields, and shows unmet wishes and explanations after suggesting beds', async () => {
  const text = 'Ben Roe is in Mesa, in a bunk bed, which they asked not to have.'
  const conflict = { kind: 'wish' as const, roomId: 2, reservationIds: [2], text }
  const site = fakeSite(({ name }) =>
    name === 'rooms.suggest'
      ? ok({
          board: withAna(JUNIPER, { conflicts: [conflict], event: { ...BOARD.event, id: 9 } }),
          placed: 1,
          explanations: ['Yucca was left out.'],
        })
      : ok({ board: withAna(null, { event: { ...BOARD.event, id: 9 } }) }),
  )
  await show(9, site)
  await page.getByRole('combobox', { name: 'Guest' }).selectOptions('Ben Roe (Mesa, bunk bed, below)')
  await page.getByRole('combobox', { name: 'New place' }).selectOptions('No room')
  await button('Move the guest').click()
  await button('Suggest rooms').click()
  await expect.element(page.getByText('Yucca was left out.')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
  await expect.element(page.getByRole('switch')).toHaveAttribute('aria-checked', 'false')
  await page.getByRole('switch').click()
  expect(site.sent.map(({ input }) => input.body)).toEqual([
    { eventId: 9, do: 'move', reservationId: 2, from: { roomId: 2, bed: 0, side: 0 }, to: null },
    { eventId: 9, again: false },
    { id: 9, roomsShown: true },
  ])
})

test("shows another admin's bed assignments without a reload, and keeps the guest that the admin has picked up", async () => {
  const guests = [guest(1, 'Ana Ortiz'), guest(2, 'Ben Roe', { roomId: 2, bed: 0, side: 1 })]
  await show(
    10,
    fakeSite(() => ok({ ...BOARD, event: { ...BOARD.event, id: 10 }, guests })),
  )
  const ana = page.getByRole('button', { name: 'Ana Ortiz', exact: true })
  await ana.click()
  await expect.element(button('Put Ana Ortiz here: Mesa, bunk bed, above')).toBeVisible()
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(button('Put Ana Ortiz here: Mesa, bunk bed, below')).toBeVisible()
  await expect.element(ana).toHaveAttribute('aria-pressed', 'true')
})

test('leaves the focus where the admin has moved it, even if the reply to a bed assignment arrives later', async () => {
  const answered = Promise.withResolvers<void>()
  const at = { ...BOARD.event, id: 11 }
  const site = fakeSite(async () => {
    await answered.promise
    return ok({ board: withAna(JUNIPER, { event: at }) })
  })
  await show(11, site)
  button('Ana Ortiz').element().focus()
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
  await expect.poll(() => site.sent).toHaveLength(1)
  const ben = page.getByRole('button', { name: 'Ben Roe', exact: true })
  await ben.click()
  answered.resolve()
  await told('Ana Ortiz is in Juniper, single bed.')
  await new Promise(requestAnimationFrame)
  await expect.element(ben).toHaveFocus()
})

test('marks a guest who sleeps elsewhere than booked, shows which lodging has a room, and announces a misfit (R38.9)', async () => {
  const misfit = 'booked “A room of your own”, but got Mesa with 1 other'
  const text = `Ana Ortiz ${misfit}.`
  const lodging = { name: 'A room of your own', perRoom: 1 }
  const [juniper, mesa] = [room(1, 'Juniper', ['single']), room(2, 'Mesa', ['bunk'])]
  const rooms = [{ ...juniper, lodging: { name: 'A room of your own', guests: 1 } }, mesa]
  const at = { ...BOARD.event, id: 12 }
  const put = { roomId: 2, bed: 0, side: 1 }
  const conflict = { kind: 'lodging' as const, roomId: 2, reservationIds: [1], text }
  const ana = { ...guest(1, 'Ana Ortiz', put), lodging, misfit }
  const after = { ...BOARD, event: at, rooms, guests: [ana, ...BOARD.guests.slice(1)], conflicts: [conflict] }
  const seed = { ...BOARD, event: at, rooms }
  await showPart(
    <Board seed={seed} answered={null} />,
    fakeSite(() => ok({ board: after })),
  )
  await expect.element(region('Juniper').getByText('A room of your own · 1 guest')).toBeVisible()
  await button('Ana Ortiz').click()
  await button('Put Ana Ortiz here: Mesa, bunk bed, above').click()
  await expect
    .element(region('Mesa').getByText('Booked “A room of your own”, but got Mesa with 1 other'))
    .toBeVisible()
  await expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
  await told(`Ana Ortiz is in Mesa, bunk bed, above. ${text}`)
})
