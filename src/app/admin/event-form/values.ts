/** Values of the event form as an admin types them. The API's own schema validates them (R11.2). */
import { type Day, isDay } from '#shared/days.ts'
import { formatDay, formatDayOfYear } from '#shared/format-days.ts'
import { type Cents, formatMoney, centsOfDollars, plainDollars } from '#shared/money.ts'
import { venue } from '#shared/venue.ts'
import type { EventForAdmin } from '#domain/events/contract/event.ts'
import { eventInput, type EventInputSent } from '#domain/events/contract/fields.ts'
import type { OptionKind } from '#platform/database/schema/events.ts'
import { type NamedRoom, stockOf } from '#domain/events/domain/lodging.ts'
import { DEFAULT_COLOR } from '#domain/events/domain/editing.ts'
import { aboutInputOf, aboutProblem, shownAbout, typedAbout } from '#app/admin/event-form/about-values.ts'
import { EVENT_FIELDS, type EventField } from '#app/admin/event-form/labels.ts'

export type EventValues = Record<Exclude<EventField, 'showWaitlist'>, string> & { showWaitlist: boolean }

export interface TypedOption {
  /** The option's id. Null for an option that is not saved yet. */
  id: number | null
  kind: OptionKind
  name: string
  description: string
  /** The option's price in dollars, as typed. */
  price: string
  stock: string
  perRoom: string
  closed: boolean
  /** The ids of the rooms that a lodging has, in ascending order. The stock then follows from their beds. */
  rooms: number[]
}

/**
 * Parses the value of the options field. All options are one JSON text, so that drafts and comparisons treat
 * this field like any other.
 */
export const readOptions = (typed: string): TypedOption[] =>
  typed === ''
    ? []
    : (JSON.parse(typed) as (Omit<TypedOption, 'rooms'> & Partial<TypedOption>)[]).map((option) => ({
        ...option,
        // A browser tab may have stored a form before options had rooms.
        rooms: option.rooms ?? [],
      }))

export const writeOptions = (options: readonly TypedOption[]): string =>
  options.length === 0 ? '' : JSON.stringify(options)

function typedOptions(options: EventForAdmin['options']): TypedOption[] {
  return options.map(({ id, kind, name, description, price, stock, perRoom, closed, rooms }) => ({
    id,
    kind,
    name,
    description: description ?? '',
    price: typedCost(price),
    stock: stock === null || rooms.length > 0 ? '' : String(stock),
    perRoom: perRoom === null ? '' : String(perRoom),
    closed,
    rooms,
  }))
}

/** Returns the rooms of a typed option: none for an extra, which was a lodging when the admin ticked them. */
export const roomsOf = ({ kind, rooms }: Pick<TypedOption, 'kind' | 'rooms'>): number[] =>
  kind === 'lodging' ? rooms : []

/** Returns how many guests can have a typed option (R37.9). Null means unlimited. */
export const typedStock = (option: TypedOption, rooms: readonly NamedRoom[]): number | null =>
  stockOf(
    {
      kind: option.kind,
      stock: option.stock.trim() === '' ? null : wholeNumber(option.stock),
      perRoom: wholeNumber(option.perRoom) || null,
    },
    rooms.filter(({ id }) => roomsOf(option).includes(id)),
  )

const wholeNumber = (typed: string) => Math.max(0, Math.trunc(Number(typed) || 0))

export const NEW_EVENT: EventValues = {
  ...(Object.fromEntries(EVENT_FIELDS.map((field) => [field, ''])) as Record<EventField, string>),
  // The default values of a new event (R10.1).
  adminEmail: venue.email,
  color: DEFAULT_COLOR.toLowerCase(),
  spots: '11',
  showWaitlist: false,
}

/**
 * Returns a price as an admin would type it: `"480.01"`, `"900"`, `"0"` for free, `"-1"` for a hidden price.
 */
const typedCost = (cost: Cents): string => (cost < 0 ? '-1' : plainDollars(cost).replace(/\.00$/, ''))

export function valuesOf(event: EventForAdmin): EventValues {
  return {
    ...NEW_EVENT,
    ...Object.fromEntries(EVENT_FIELDS.map((field) => [field, event[field] ?? ''])),
    cost: typedCost(event.cost),
    options: writeOptions(typedOptions(event.options)),
    about: typedAbout(event.about),
    spots: String(event.spots),
    // Color fields return lowercase values. An uppercase value here would look like a change by the admin.
    color: event.color.toLowerCase(),
    showWaitlist: event.showWaitlist,
  }
}

const wordsOfDay = (text: string, day: Day) => (text.startsWith(formatDayOfYear(day)) ? text : '')

/**
 * Returns the values for a copied event, without its days. Keeps a text that describes a day only if it
 * begins with that day, because the form can then replace the day.
 */
export function copyOf(event: EventForAdmin): EventValues {
  return {
    ...valuesOf(event),
    options: writeOptions(typedOptions(event.options).map((option) => ({ ...option, id: null }))),
    urlName: '',
    startDateDate: '',
    endDateDate: '',
    startDate: wordsOfDay(event.startDate, event.startDateDate),
    endDate: wordsOfDay(event.endDate, event.endDateDate),
  }
}

const numberOf = (typed: string) => (/^-?\d+$/.test(typed.trim()) ? Number(typed) : typed.trim())

/** Returns the typed values in the format of the API. Does not validate them. */
function inputOf(values: EventValues) {
  return {
    ...values,
    cost: centsOfDollars(values.cost) ?? values.cost.trim(),
    options: readOptions(values.options).map((option) => {
      const { price, stock, perRoom } = option
      const rooms = roomsOf(option)
      return {
        ...option,
        price: centsOfDollars(price) ?? price.trim(),
        stock: stock.trim() === '' || rooms.length > 0 ? null : numberOf(stock),
        perRoom: perRoom.trim() === '' ? null : numberOf(perRoom),
        rooms,
      }
    }),
    about: aboutInputOf(values.about),
    spots: numberOf(values.spots),
  }
}

export type Problems = Partial<Record<EventField, string>>
export type Checked = { ok: true; input: EventInputSent } | { ok: false; problems: Problems }

/**
 * Validates the event form: the API's rules, a price that is an amount of dollars, and that both images are
 * chosen (R11.2).
 */
export function checkEvent(values: EventValues): Checked {
  const parsed = eventInput.safeParse(inputOf(values))
  const problems: Problems = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field, ...place] = path as [EventField, ...PropertyKey[]]
    problems[field] ??= fieldProblem(values, { field, place, message })
  }
  if (values.cost.trim() !== '' && centsOfDollars(values.cost) === null)
    problems.cost = 'Please enter dollars, such as 480 or 480.01'
  if (values.mainImage.trim() === '') problems.mainImage = 'Please choose the first image'
  if (values.secondImage.trim() === '') problems.secondImage = 'Please choose the second image'
  return parsed.success && Object.keys(problems).length === 0
    ? { ok: true, input: inputOf(values) as EventInputSent }
    : { ok: false, problems }
}

interface Place {
  field: EventField
  /** The place of the problem inside the field. Empty for a field without parts. */
  place: PropertyKey[]
  message: string
}

function fieldProblem(values: EventValues, { field, place, message }: Place): string {
  if (place.length === 0) return message
  return field === 'about'
    ? aboutProblem(place, message)
    : optionProblem(values.options, Number(place[0]), message)
}

function optionProblem(typed: string, index: number, message: string): string {
  const name = readOptions(typed)[index]?.name.trim()
  return `${name ? `“${name}”` : `Option ${index + 1}`}: ${message}`
}

function changedValues(from: EventValues, to: EventValues): EventField[] {
  return EVENT_FIELDS.filter((field) => from[field] !== to[field])
}

/**
 * Returns only the changed fields of a valid form, so that saving does not overwrite another admin's changes
 * to other fields.
 */
export function changesOf(
  base: EventValues,
  values: EventValues,
  input: EventInputSent,
): Partial<EventInputSent> {
  return Object.fromEntries(changedValues(base, values).map((field) => [field, input[field]]))
}

/** Returns a field's value in words for the conflict dialog, or an empty text for an empty value. */
export function shownValue(
  value: string | boolean,
  field: EventField,
  rooms: readonly NamedRoom[] = [],
): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'options') return shownOptions(readOptions(value), rooms)
  if (field === 'about') return shownAbout(value)
  if (value.trim() === '') return ''
  if (isDay(value)) return formatDay(value)
  return field === 'cost' ? shownCost(value) : value
}

function shownCost(typed: string): string {
  const cents = centsOfDollars(typed)
  if (cents === null) return typed
  return cents < 0 ? 'no price shown' : formatMoney(cents)
}

/** Returns options in words: `"Cabin ($120.00, 4 of them), Tent ($0.00, closed)"`. */
const shownOptions = (options: readonly TypedOption[], rooms: readonly NamedRoom[]) =>
  options
    .map((option) => {
      const { name, price, stock, closed } = option
      const own = roomsOf(option)
      const amount = own.length > 0 ? `rooms: ${namesOf(rooms, own).join(', ')}` : stock && `${stock} of them`
      const facts = [shownCost(price), amount, closed && 'closed']
      return `${name} (${facts.filter(Boolean).join(', ')})`
    })
    .join(', ')

const namesOf = (rooms: readonly NamedRoom[], ids: readonly number[]) =>
  ids.map((id) => rooms.find((room) => room.id === id)?.name ?? DELETED_ROOM)

export const DELETED_ROOM = 'A deleted room'
