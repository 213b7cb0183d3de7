import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { listRooms, type Room, updateRoom } from '#domain/onsite/rooms/contract.ts'
import { RoomList } from './room-list.tsx'

const JUNIPER: Room = {
  id: 1,
  name: 'Juniper',
  floor: null,
  beds: ['queen', 'single', 'single', 'single', 'single', 'single', 'bunk'],
  accessible: false,
  notes: null,
  sort: 1,
  version: 1,
}

async function saveOver(theirs: Room, name: string) {
  const { call, sent } = fakeSite((asked, before) => {
    if (asked.name === listRooms.name) return ok([theirs])
    return before === 0 ? refused('stale') : ok({ room: theirs })
  })
  await showPart(<RoomList seed={[JUNIPER]} />, { call })
  await page.getByRole('button', { name: 'Edit Juniper' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save the room' }).click()
  return () => sent.findLast((each) => each.name === updateRoom.name)?.input.body
}

test("saves a room's new name without overwriting fields that only another admin has changed (R38.1)", async () => {
  const beds: Room['beds'] = [...JUNIPER.beds.slice(0, 6), 'king']
  const saved = await saveOver(
    { ...JUNIPER, notes: 'Squeaky door', accessible: true, beds, version: 2 },
    'Mesa',
  )
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(saved()).toMatchObject({
    version: 2,
    room: { name: 'Mesa', notes: 'Squeaky door', accessible: true, beds },
  })
})

test('asks an admin which name is right if another admin has given the room a different name (R38.1)', async () => {
  const saved = await saveOver({ ...JUNIPER, name: 'Piñon', version: 2 }, 'Mesa')
  const conflict = page.getByRole('dialog', { name: 'Someone else has changed this room in the meantime' })
  await expect.element(conflict.getByRole('radio', { name: 'Keep mine: Mesa' })).toBeChecked()
  await conflict.getByRole('radio', { name: 'Use theirs: Piñon' }).click()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(saved()).toMatchObject({ version: 2, room: { name: 'Piñon' } })
})
