/** The values of the event form, as typed; the rules are the endpoint's own (R11.2). */
import { type Day, isDay } from '#shared/days.ts'
import { formatDay, formatDayOfYear } from '#shared/format-days.ts'
import { type Cents, formatMoney, centsOfDollars, plainDollars } from '#shared/money.ts'
import { venue } from '#shared/venue.ts'
import type { EventForAdmin } from '#features/events/contract/event.ts'
import { eventInput, type EventInputSent } from '#features/events/contract/fields.ts'
import type { OptionKind } from '#platform/database/schema/events.ts'
import { DEFAULT_COLOR } from '#features/events/domain/editing.ts'

/** The form's labels, in the order of the page: also those of the error summary and of the differences. */
export const EVENT_LABELS = {
  name: 'Name',
  urlName: 'Web address',
  host: 'Host',
  hostCell: 'Host cell phone',
  adminEmail: 'Admin email',
  hostEmail: 'Host email',
  startDateDate: 'Start date',
  endDateDate: 'End date',
  startDate: 'Start, in words',
  endDate: 'End, in words',
  cost: 'Cost in dollars',
  costAddendum: 'Cost addendum',
  options: 'Choices',
  spots: 'Total guests (spots)',
  showWaitlist: 'Show the waitlist when full',
  shortDescription: 'Short description',
  longDescription: 'Long description',
  includes: 'Includes',
  mainImage: 'First image',
  secondImage: 'Second image',
  color: 'Color',
  password: 'Password',
  pdfLink: 'PDF link',
} as const satisfies Record<keyof EventInputSent, string>

export type EventField = keyof typeof EVENT_LABELS
export const EVENT_FIELDS = Object.keys(EVENT_LABELS) as EventField[]

/** As typed: dollars, days and numbers are text too. */
export type EventValues = Record<Exclude<EventField, 'showWaitlist'>, string> & { showWaitlist: boolean }

export interface TypedOption {
  /** Null: not saved yet. */
  id: number | null
  kind: OptionKind
  name: string
  description: string
  /** Dollars. */
  price: string
  stock: string
  perRoom: string
  closed: boolean
}

/** The choices are one value of the form, as text like the others: so drafts and differences know them too. */
export const readOptions = (typed: string): TypedOption[] =>
  typed === '' ? [] : (JSON.parse(typed) as TypedOption[])

export const writeOptions = (options: readonly TypedOption[]): string =>
  options.length === 0 ? '' : JSON.stringify(options)

function typedOptions(options: EventForAdmin['options']): TypedOption[] {
  return options.map(({ id, kind, name, description, price, stock, perRoom, closed }) => ({
    id,
    kind,
    name,
    description: description ?? '',
    price: typedCost(price),
    stock: stock === null ? '' : String(stock),
    perRoom: perRoom === null ? '' : String(perRoom),
    closed,
  }))
}

export const NEW_EVENT: EventValues = {
  ...(Object.fromEntries(EVENT_FIELDS.map((field) => [field, ''])) as Record<EventField, string>),
  // The defaults of an event (R10.1).
  adminEmail: venue.email,
  color: DEFAULT_COLOR.toLowerCase(),
  spots: '11',
  showWaitlist: false,
}

/** The cost as typed: `"480.01"`, `"900"`, `"0"` for free, `"-1"` for any price that is not told here. */
const typedCost = (cost: Cents): string => (cost < 0 ? '-1' : plainDollars(cost).replace(/\.00$/, ''))

export function valuesOf(event: EventForAdmin): EventValues {
  return {
    ...NEW_EVENT,
    ...Object.fromEntries(EVENT_FIELDS.map((field) => [field, event[field] ?? ''])),
    cost: typedCost(event.cost),
    options: writeOptions(typedOptions(event.options)),
    spots: String(event.spots),
    // A browser's color field writes small letters.
    color: event.color.toLowerCase(),
    showWaitlist: event.showWaitlist,
  }
}

const wordsOfDay = (text: string, day: Day) => (text.startsWith(formatDayOfYear(day)) ? text : '')

/** The same event on days to be chosen; words of its own for the old days would be wrong. */
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

/** The values as the endpoint takes them, not checked yet. */
function inputOf(values: EventValues) {
  return {
    ...values,
    cost: centsOfDollars(values.cost) ?? values.cost.trim(),
    options: readOptions(values.options).map(({ price, stock, perRoom, ...option }) => ({
      ...option,
      price: centsOfDollars(price) ?? price.trim(),
      stock: stock.trim() === '' ? null : numberOf(stock),
      perRoom: perRoom.trim() === '' ? null : numberOf(perRoom),
    })),
    spots: numberOf(values.spots),
  }
}

export type Problems = Partial<Record<EventField, string>>
export type Checked = { ok: true; input: EventInputSent } | { ok: false; problems: Problems }

/** The form's rules: the endpoint's, dollars that can be read, and both images (R11.2). */
export function checkEvent(values: EventValues): Checked {
  const parsed = eventInput.safeParse(inputOf(values))
  const problems: Problems = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field, index] = path as [EventField, number?]
    problems[field] ??= index === undefined ? message : optionProblem(values.options, index, message)
  }
  if (values.cost.trim() !== '' && centsOfDollars(values.cost) === null)
    problems.cost = 'Please enter dollars, such as 480 or 480.01'
  if (values.mainImage.trim() === '') problems.mainImage = 'Please choose the first image'
  if (values.secondImage.trim() === '') problems.secondImage = 'Please choose the second image'
  return parsed.success && Object.keys(problems).length === 0
    ? { ok: true, input: inputOf(values) as EventInputSent }
    : { ok: false, problems }
}

/** Which of the choices it is about: by its name, or by its place while it has none. */
function optionProblem(typed: string, index: number, message: string): string {
  const name = readOptions(typed)[index]?.name.trim()
  return `${name ? `“${name}”` : `Choice ${index + 1}`}: ${message}`
}

/** The fields that differ, in the order of the page. */
function changedValues(from: EventValues, to: EventValues): EventField[] {
  return EVENT_FIELDS.filter((field) => from[field] !== to[field])
}

/** Of a checked event only what was changed, so that an edit touches nothing else. */
export function changesOf(
  base: EventValues,
  values: EventValues,
  input: EventInputSent,
): Partial<EventInputSent> {
  return Object.fromEntries(changedValues(base, values).map((field) => [field, input[field]]))
}

/** A value as people read it, where two versions are shown beside each other; empty for none. */
export function shownValue(value: string | boolean, field: EventField): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'options') return shownOptions(readOptions(value))
  if (value.trim() === '') return ''
  if (isDay(value)) return formatDay(value)
  return field === 'cost' ? shownCost(value) : value
}

function shownCost(typed: string): string {
  const cents = centsOfDollars(typed)
  if (cents === null) return typed
  return cents < 0 ? 'no price shown' : formatMoney(cents)
}

/** `"Cabin ($120.00, 4 of them), Tent ($0.00, closed)"`. */
const shownOptions = (options: readonly TypedOption[]) =>
  options
    .map(({ name, price, stock, closed }) => {
      const facts = [shownCost(price), stock && `${stock} of them`, closed && 'closed']
      return `${name} (${facts.filter(Boolean).join(', ')})`
    })
    .join(', ')
