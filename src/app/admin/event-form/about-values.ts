/** The part "About the stay" of the event form as an admin types it (R54). Has no side effects. */
import type { EventAbout } from '#platform/database/schema/events.ts'

export interface TypedAbout {
  /** One line for each hour: "7:30 AM – Coffee on the porch". */
  dayPlan: string
  portrait: string
  hostWords: string
  level: string
  groupSize: string
  ages: string
  accessibility: string
  pictures: { url: string; caption: string }[]
  quotes: { words: string; by: string }[]
}

export const EMPTY_ABOUT: TypedAbout = {
  dayPlan: '',
  portrait: '',
  hostWords: '',
  level: '',
  groupSize: '',
  ages: '',
  accessibility: '',
  pictures: [],
  quotes: [],
}

/**
 * Parses the value of the field. All parts are one JSON text, so that drafts and comparisons treat this field like any
 * other.
 */
export const readAbout = (typed: string): TypedAbout =>
  typed === '' ? EMPTY_ABOUT : (JSON.parse(typed) as TypedAbout)

export function writeAbout(about: TypedAbout): string {
  const isEmpty = Object.values(about).every((part: string | unknown[]) => part.length === 0)
  return isEmpty ? '' : JSON.stringify(about)
}

export function typedAbout(about: EventAbout | null): string {
  if (about === null) return ''
  const { dayPlan, host, goodToKnow, pictures, quotes } = about
  return writeAbout({
    dayPlan: dayPlan.map(({ time, what }) => `${time} – ${what}`).join('\n'),
    portrait: host.portrait ?? '',
    hostWords: host.words ?? '',
    level: goodToKnow.level ?? '',
    groupSize: goodToKnow.groupSize ?? '',
    ages: goodToKnow.ages ?? '',
    accessibility: goodToKnow.accessibility ?? '',
    pictures: pictures.map(({ url, caption }) => ({ url, caption })),
    quotes: quotes.map(({ words, by }) => ({ words, by })),
  })
}

/** A dash between spaces, or a colon before a space. The colon of "7:30" has no space after it. */
const AFTER_TIME = /\s+[-–—]+\s+|:\s+/

function readHour(line: string): EventAbout['dayPlan'][number] {
  const end = AFTER_TIME.exec(line)
  if (!end) return { time: '', what: line.trim() }
  return { time: line.slice(0, end.index).trim(), what: line.slice(end.index + end[0].length).trim() }
}

const isTyped = (parts: Record<string, string>) => Object.values(parts).some((text) => text.trim() !== '')

/** Returns the typed parts in the format of the API. Does not validate them. Leaves out rows without any text. */
export function aboutInputOf(typed: string): EventAbout | null {
  if (typed === '') return null
  const about = readAbout(typed)
  return {
    dayPlan: linesOf(about.dayPlan).map(readHour),
    host: { portrait: about.portrait, words: about.hostWords },
    goodToKnow: {
      level: about.level,
      groupSize: about.groupSize,
      ages: about.ages,
      accessibility: about.accessibility,
    },
    pictures: about.pictures.filter(isTyped),
    quotes: about.quotes.filter(isTyped),
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

const PARTS: Record<string, string> = {
  dayPlan: 'Day plan',
  portrait: 'Portrait of the host',
  words: 'Words of the host',
  level: 'Level',
  groupSize: 'Group size',
  ages: 'Ages',
  accessibility: 'Accessibility',
  pictures: 'Pictures of rooms and meals',
  quotes: 'Quotes',
}

/** Returns a problem of this field with the name of its part. `path` is the place of the problem in the API's input. */
export function aboutProblem(path: readonly PropertyKey[], message: string): string {
  const [list, index, part] = path
  if (typeof index !== 'number') return `${PARTS[String(index ?? list)] ?? 'About the stay'}: ${message}`
  if (list === 'dayPlan') {
    const words = part === 'time' ? 'Please write the time, a dash, and what happens' : message
    return `Day plan, line ${index + 1}: ${words}`
  }
  const thing = list === 'quotes' ? 'Quote' : 'Picture'
  return `${thing} ${index + 1}, ${FIELDS[String(part)] ?? ''}: ${message}`
}

const FIELDS: Record<string, string> = {
  url: 'address',
  caption: 'words below it',
  words: 'words',
  by: 'who said it',
}

/** Returns all typed texts in one line, for the conflict dialog. */
export function shownAbout(typed: string): string {
  const { pictures, quotes, ...texts } = readAbout(typed)
  const rows = [...pictures, ...quotes].flatMap((row) => Object.values(row))
  return [...Object.values(texts).flatMap(linesOf), ...rows].filter((text) => text !== '').join(' · ')
}
