/** The rules of a host's sheet: how it sorts the guests' answers, and until when a host's link opens. Pure. */
import { addDays, type Day } from '#shared/days.ts'
import { comparable } from '#shared/folding.ts'

/** A host's link opens on the day after the event as well: somebody is always the last to leave. */
const DAYS_AFTER = 1

/** The last ranch day on which a link opens. */
export const lastDayOf = (endDateDate: Day): Day => addDays(endDateDate, DAYS_AFTER)

/** Through the last day, until midnight at the ranch. */
export function opens({ lastDay, revokedAt }: { lastDay: Day; revokedAt: Date | null }, today: Day): boolean {
  return revokedAt === null && today <= lastDay
}

/** The number of guests that a sheet's page lists at first, so that it stays within 150 KB however many come (R20.7). No retreat has had as many. */
const FIRST_GUESTS = 70

/** The sheet with those who arrive first, and how many are `left` for a second look; with all who come where `all` is asked for. */
export function cutSheet<Sheet extends { contacts: unknown[] }>(
  sheet: Sheet,
  all: boolean,
): Sheet & { left: number } {
  const contacts = all ? sheet.contacts : sheet.contacts.slice(0, FIRST_GUESTS)
  return { ...sheet, contacts, left: sheet.contacts.length - contacts.length }
}

interface Named {
  customerName: string
  nickname: string | null
}

/**
 * The names by which guests are called in the kitchen, in the order given: the nickname or first name alone where nobody else is
 * called that, else with as much more as it takes. No two guests get the same.
 */
export function shortNames(guests: readonly Named[]): string[] {
  const steps = guests.map(waysToCall)
  const names = steps.map(([shortest]) => shortest)
  for (let step = 1; step < 3; step += 1) {
    const counts = Map.groupBy(names, plainAnswer)
    for (const [guest, name] of names.entries()) {
      if ((counts.get(plainAnswer(name))?.length ?? 0) > 1) names[guest] = steps[guest]?.[step] ?? name
    }
  }
  return numbered(names)
}

function waysToCall({ customerName, nickname }: Named): [string, string, string] {
  const words = customerName.trim().split(/\s+/)
  const first = nickname?.trim() || (words[0] ?? '')
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const whole = nickname?.trim() ? `${first} (${customerName.trim()})` : customerName.trim()
  return [first, last ? `${first} ${[...last][0]}.` : first, whole]
}

/** Two guests of one name and no nickname: the second is "(2)". */
function numbered(names: readonly string[]): string[] {
  const taken = new Set(names.map(plainAnswer))
  const given = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let nth = 2; given.has(plainAnswer(own)); nth += 1) {
      const next = `${name} (${nth})`
      if (!taken.has(plainAnswer(next))) own = next
    }
    given.add(plainAnswer(own))
    return own
  })
}

/** The text to compare by: the same words in any case, spacing and closing punctuation. */
const plainAnswer = (text: string): string =>
  comparable(text.normalize('NFKC'))
    .replaceAll('"', "'")
    .replace(/^[\s"'(]+|[\s.!,;:"')]+$/g, '')

/** The form asks for specifics or 'None' (R1.2); people write it in more than one way. */
const NONE = new Set([
  'none',
  'none known',
  'none that i know of',
  'nothing',
  'nothing known',
  'nothing that i know of',
  'n/a',
  'n.a',
  'na',
  'not applicable',
  'no',
  'nope',
  'nil',
  'nka',
  'no allergies',
  'no food allergies',
  'no known allergies',
  'no known food allergies',
  'no conditions',
  'no medical conditions',
  'no known medical conditions',
])

/** Whether an answer says that there is nothing. Never one that says more: "None but peanuts" is a need. */
export const saysNone = (text: string): boolean =>
  NONE.has(plainAnswer(text)) || /^[-–—/]+$/.test(text.trim())

interface Needs {
  /** Each need once, in the words of the first who has it; what most have stands first. */
  needs: { text: string; guests: string[] }[]
  none: number
  unanswered: string[]
}

/** Sorts answers for the kitchen. Every guest is in exactly one need, among `none` or among `unanswered`. */
export function groupNeeds(answers: readonly { guest: string; text: string | null }[]): Needs {
  const told = answers.flatMap(({ guest, text }) => (text?.trim() ? [{ guest, text: text.trim() }] : []))
  const needs = told.filter(({ text }) => !saysNone(text))
  const groups = [...Map.groupBy(needs, ({ text }) => plainAnswer(text) || text).values()]
  return {
    needs: groups
      .map((group) => ({ text: group[0]?.text ?? '', guests: group.map(({ guest }) => guest) }))
      .sort((one, other) => other.guests.length - one.guests.length || byWords(one.text, other.text)),
    none: told.length - needs.length,
    unanswered: answers.filter(({ text }) => !text?.trim()).map(({ guest }) => guest),
  }
}

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })
export const byWords = (one: string, other: string) => collator.compare(one, other)
