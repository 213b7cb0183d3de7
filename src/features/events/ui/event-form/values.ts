/** What an admin types into the event form, as typed; the rules are the endpoint's own (R11.2). */
import { formatDayOfYear, type Day } from '#shared/days.ts'
import { centsOfDollars, plainDollars, type Cents } from '#shared/money.ts'
import { venue } from '#shared/venue.ts'
import type { EventForAdmin } from '#features/events/contract/admin.ts'
import { eventInput, type EventInputSent } from '#features/events/contract/fields.ts'
import { DEFAULT_COLOR } from '#features/events/rules.ts'

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

export const NEW_EVENT: EventValues = {
  ...(Object.fromEntries(EVENT_FIELDS.map((field) => [field, ''])) as Record<EventField, string>),
  // The defaults of an event (R10.1).
  adminEmail: venue.email,
  color: DEFAULT_COLOR.toLowerCase(),
  spots: '11',
  showWaitlist: false,
}

/** The cost as typed: `"480.01"`, `"900"`, `"0"` for free, `"-1"` for any price that is not told here. */
function typedCost(cost: Cents): string {
  return cost < 0 ? '-1' : plainDollars(cost).replace(/\.00$/, '')
}

export function valuesOf(event: EventForAdmin): EventValues {
  return {
    ...NEW_EVENT,
    ...Object.fromEntries(EVENT_FIELDS.map((field) => [field, event[field] ?? ''])),
    cost: typedCost(event.cost),
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
    spots: numberOf(values.spots),
  }
}

export type Problems = Partial<Record<EventField, string>>
export type Checked = { ok: true; input: EventInputSent } | { ok: false; problems: Problems }

/** The form's rules: the endpoint's, dollars that can be read, and both images (R11.2). */
export function checkEvent(values: EventValues): Checked {
  const parsed = eventInput.safeParse(inputOf(values))
  const problems: Problems = {}
  for (const { path, message } of parsed.error?.issues ?? []) problems[path[0] as EventField] ??= message
  if (values.cost.trim() !== '' && centsOfDollars(values.cost) === null)
    problems.cost = 'Please enter dollars, such as 480 or 480.01'
  if (values.mainImage.trim() === '') problems.mainImage = 'Please choose the first image'
  if (values.secondImage.trim() === '') problems.secondImage = 'Please choose the second image'
  return parsed.success && Object.keys(problems).length === 0
    ? { ok: true, input: inputOf(values) as EventInputSent }
    : { ok: false, problems }
}

/** The fields that differ, in the order of the page. */
export function changedValues(from: EventValues, to: EventValues): EventField[] {
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
