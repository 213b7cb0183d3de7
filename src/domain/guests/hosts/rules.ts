/** The rules of the kitchen sheet: how to group the guests' answers, and how long a host link works. Pure. */
import { lastHostDay } from '#domain/events/rules.ts'
import type { Day } from '#shared/days.ts'
import { comparable } from '#shared/folding.ts'

/** Returns true if a host link works: no admin has ended it, and its last day at the ranch is not over. */
export const isLinkOpen = (
  { revokedAt }: { revokedAt: Date | null },
  { endDateDate }: { endDateDate: Day },
  today: Day,
): boolean => revokedAt === null && today <= lastHostDay(endDateDate)

/**
 * Number of guests whom the kitchen sheet's page lists at first. The limit keeps the page within 150 KB (R20.7). No
 * retreat has had more guests.
 */
const FIRST_GUESTS = 70

/**
 * Returns the kitchen sheet with only the guests who arrive first. `left` is the number of guests that it omits. With
 * `all`, includes every guest.
 */
export function limitSheet<Sheet extends { contacts: unknown[] }>(
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
 * Returns the kitchen's name for each guest, in the given order: the nickname or first name, with as much of the full
 * name as makes it unique. No two guests get the same name.
 */
export function shortNames(guests: readonly Named[]): string[] {
  const steps = guests.map(nameCandidates)
  const names = steps.map(([shortest]) => shortest)
  for (let step = 1; step < 3; step += 1) {
    const counts = Map.groupBy(names, plainAnswer)
    for (const [guest, name] of names.entries()) {
      if ((counts.get(plainAnswer(name))?.length ?? 0) > 1) names[guest] = steps[guest]?.[step] ?? name
    }
  }
  return numbered(names)
}

function nameCandidates({ customerName, nickname }: Named): [string, string, string] {
  const words = customerName.trim().split(/\s+/)
  const first = nickname?.trim() || (words[0] ?? '')
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const whole = nickname?.trim() ? `${first} (${customerName.trim()})` : customerName.trim()
  return [first, last ? `${first} ${[...last][0]}.` : first, whole]
}

/** Adds numbers to equal names: the second guest with a name gets "(2)". */
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

/**
 * Returns an answer in a form for comparison, without regard to case, quotes, and spaces or punctuation around it.
 */
const plainAnswer = (text: string): string =>
  comparable(text.normalize('NFKC'))
    .replaceAll('"', "'")
    .replace(/^[\s"'(]+|[\s.!,;:"')]+$/g, '')

/** Words that guests write instead of 'None', although the form asks for specifics or 'None' (R1.2). */
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

/**
 * Returns true if an answer means that the guest needs nothing. An answer that says more, such as "None but peanuts",
 * is a need.
 */
export const meansNone = (text: string): boolean =>
  NONE.has(plainAnswer(text)) || /^[-–—/]+$/.test(text.trim())

interface Needs {
  /** Each need appears once, in the words of the first guest who wrote it. The most frequent need comes first. */
  needs: { text: string; guests: string[] }[]
  none: number
  unanswered: string[]
}

/**
 * Groups the guests' answers for the kitchen. Every guest is named at exactly one need or in `unanswered`, or is
 * counted in `none`.
 */
export function groupNeeds(answers: readonly { guest: string; text: string | null }[]): Needs {
  const answered = answers.flatMap(({ guest, text }) => (text?.trim() ? [{ guest, text: text.trim() }] : []))
  const needs = answered.filter(({ text }) => !meansNone(text))
  const groups = [...Map.groupBy(needs, ({ text }) => plainAnswer(text) || text).values()]
  return {
    needs: groups
      .map((group) => ({ text: group[0]?.text ?? '', guests: group.map(({ guest }) => guest) }))
      .sort((one, other) => other.guests.length - one.guests.length || compareTexts(one.text, other.text)),
    none: answered.length - needs.length,
    unanswered: answers.filter(({ text }) => !text?.trim()).map(({ guest }) => guest),
  }
}

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })
export const compareTexts = (one: string, other: string) => collator.compare(one, other)
