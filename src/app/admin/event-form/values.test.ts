import { describe, expect, test } from 'vitest'
import { venue } from '#shared/venue.ts'
import type { EventForAdmin } from '#domain/events/contract/event.ts'
import { SAVED_EVENT as event } from '#test/support/events/saved-event.ts'
import {
  changesOf,
  checkEvent,
  copyOf,
  type EventValues,
  NEW_EVENT,
  readOptions,
  shownValue,
  valuesOf,
  writeOptions,
} from './values.ts'

const typed: EventValues = {
  ...NEW_EVENT,
  name: 'Star Week',
  urlName: 'star-week',
  hostCell: '+1 505 555 0100',
  hostEmail: '',
  cost: '480.01',
  startDate: 'Thu, May 6',
  startDateDate: '2027-05-06',
  endDate: 'Mon, May 10',
  endDateDate: '2027-05-10',
  mainImage: '/pictures/dusk-1600.webp',
  secondImage: 'https://pictures.example.test/two.jpg',
}

const OPTION = {
  id: 5,
  name: 'Cabin',
  description: null,
  price: 0,
  soldOut: false,
  closed: false,
  booked: 0,
  everBooked: false,
}

const problemsOf = (change: Partial<EventValues>) => {
  const checked = checkEvent({ ...typed, ...change })
  return checked.ok ? {} : checked.problems
}

test('starts a new event with the default values (R10.1)', () => {
  expect(NEW_EVENT).toMatchObject({
    adminEmail: venue.email,
    color: '#ebddc0',
    spots: '11',
    showWaitlist: false,
  })
})

test('converts the price that an admin types in dollars to cents exactly (R11.4)', () => {
  const checked = checkEvent(typed)
  expect(checked).toMatchObject({ ok: true, input: { cost: 48_001, spots: 11 } })
  expect(checkEvent({ ...typed, cost: '4.35' })).toMatchObject({ input: { cost: 435 } })
  expect(checkEvent({ ...typed, cost: '0' })).toMatchObject({ input: { cost: 0 } })
  expect(checkEvent({ ...typed, cost: '-1' })).toMatchObject({ input: { cost: -100 } })
})

test('reports every required field that is missing in an empty form (R11.2)', () => {
  const checked = checkEvent({ ...NEW_EVENT, spots: '' })
  expect(checked.ok).toBe(false)
  const { mainImage, secondImage, ...others } = checked.ok ? {} : checked.problems
  expect(others).toEqual({
    name: 'Required',
    urlName: 'Required',
    hostCell: 'Required',
    cost: 'Required',
    startDate: 'Required',
    startDateDate: 'Required',
    endDate: 'Required',
    endDateDate: 'Required',
    spots: 'Required',
  })
  expect([mainImage, secondImage]).toEqual([
    'Please choose the first image',
    'Please choose the second image',
  ])
})

test.each<[keyof EventValues, string, RegExp]>([
  ['cost', 'a lot', /dollars, such as/],
  ['cost', '12.345', /dollars, such as/],
  ['cost', '0.50', /\$1\.00 or more/],
  ['spots', '2.5', /whole number/],
  ['urlName', 'Star Week', /small letters/],
  ['urlName', 'star/week', /small letters/],
  ['endDateDate', '2027-05-05', /before it starts/],
  ['adminEmail', 'someone', /email/],
  ['mainImage', 'javascript:alert(1)', /https/],
  ['secondImage', '  ', /second image/],
])('refuses an event whose field %s is %j, with an error for that field', (field, value, words) => {
  const problems = problemsOf({ [field]: value })
  expect(Object.keys(problems)).toEqual([field])
  expect(problems[field]).toMatch(words)
})

test('fills the form with an event’s values in the format that an admin types', () => {
  expect(valuesOf(event)).toMatchObject({
    cost: '480.01',
    spots: '11',
    color: '#ebddc0',
    host: '',
    secondImage: '',
  })
  expect(valuesOf({ ...event, cost: 90_000 }).cost).toBe('900')
  expect(valuesOf({ ...event, cost: 0 }).cost).toBe('0')
  expect(valuesOf({ ...event, cost: -1 }).cost).toBe('-1')
})

test('copies an event without its days and url name, and keeps the text about a day only if it begins with the day', () => {
  expect(copyOf(event)).toMatchObject({
    name: 'Star Week',
    urlName: '',
    startDateDate: '',
    endDateDate: '',
    startDate: 'Thu, May 6, from 3 PM',
    endDate: '',
    password: 'Yucca',
  })
})

test('sends only those fields of an event that an admin has changed', () => {
  const base = { ...valuesOf(event), secondImage: '/pictures/noon-1600.webp' }
  const values = { ...base, name: 'Stars', cost: '500', password: '' }
  const checked = checkEvent(values)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  expect(changesOf(base, values, checked.input)).toEqual({ name: 'Stars', cost: 50_000, password: '' })
})

test("lists an event's options in words, to compare two versions of the event", () => {
  const cabin = {
    kind: 'lodging',
    name: 'Cabin',
    description: '',
    stock: '4',
    perRoom: '',
    closed: true,
  } as const
  const typed = writeOptions([{ ...cabin, id: 1, price: '120', rooms: [] }])
  expect(shownValue(typed, 'options')).toBe('Cabin ($120.00, 4 of them, closed)')
  const inRooms = writeOptions([{ ...cabin, id: 1, price: '120', rooms: [3, 9] }])
  const juniper = { id: 3, name: 'Juniper', beds: [] }
  expect(shownValue(inRooms, 'options', [juniper])).toBe(
    'Cabin ($120.00, rooms: Juniper, A deleted room, closed)',
  )
  expect(shownValue('', 'options')).toBe('')
  expect(shownValue('-1', 'cost')).toBe('no price shown')
  expect(shownValue('2027-05-06', 'startDateDate')).toBe('Thu, May 6, 2027')
})

const optionsIn = (values: EventValues) => {
  const checked = checkEvent({ ...typed, options: values.options })
  return checked.ok ? checked.input.options : checked.problems
}

describe('the rooms of a lodging in the form (R37.9)', () => {
  const option = { ...OPTION, kind: 'lodging', perRoom: 1, rooms: [3, 4], stock: 2, left: 2 } as const
  const withRooms: EventForAdmin = { ...event, options: [{ ...option, rooms: [...option.rooms] }] }

  test('are sent instead of a stock, also for a copy of the event', () => {
    expect(optionsIn(valuesOf(withRooms))).toMatchObject([{ id: 5, stock: null, perRoom: 1, rooms: [3, 4] }])
    expect(optionsIn(copyOf(withRooms))).toMatchObject([{ id: null, stock: null, rooms: [3, 4] }])
  })

  test('are forgotten when the lodging becomes an extra', () => {
    const [lodging] = readOptions(valuesOf(withRooms).options)
    const extra = writeOptions(lodging ? [{ ...lodging, kind: 'extra', stock: '4' }] : [])
    expect(optionsIn({ ...typed, options: extra })).toMatchObject([{ kind: 'extra', stock: 4, rooms: [] }])
  })

  test('name the lodging if the number of guests in one room is wrong', () => {
    const [lodging] = readOptions(valuesOf(withRooms).options)
    const wrong = writeOptions(lodging ? [{ ...lodging, perRoom: 'two' }] : [])
    expect(optionsIn({ ...typed, options: wrong })).toEqual({
      options: '“Cabin”: Please enter a whole number, or leave it empty',
    })
  })

  test('are none in a form that a browser stored before options had rooms', () => {
    const [lodging] = readOptions(valuesOf(withRooms).options)
    const { rooms: _, ...stored } = lodging ?? { rooms: [] }
    expect(readOptions(JSON.stringify([stored]))).toMatchObject([{ name: 'Cabin', rooms: [] }])
  })
})
