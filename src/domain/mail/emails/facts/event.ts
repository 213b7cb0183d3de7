/** The facts about an event in e-mails, and the subject line of an e-mail about it. Pure. */
import type { Day } from '#shared/days.ts'
import { oneLine } from '#shared/text.ts'

export interface EventFacts {
  name: string
  host: string | null
  startDateDate: Day
  endDateDate: Day
}

export function eventFacts({ name, host, startDateDate, endDateDate }: EventFacts): EventFacts {
  return { name: oneLine(name), host: host && oneLine(host), startDateDate, endDateDate }
}

/** The longest subject in characters. Mail programs cut off longer ones. */
const SUBJECT_LENGTH = 60

/** Returns a subject such as "New dates: Leather and Light". Shortens only the event's name. */
export function eventSubject(opening: string, { name }: Pick<EventFacts, 'name'>, ending = ''): string {
  const room = SUBJECT_LENGTH - opening.length - ending.length - 2
  return `${opening}: ${shortened(name, room)}${ending}`
}

/** Shortens a name to `room` characters, after a whole word if possible. */
function shortened(name: string, room: number): string {
  // Cuts between characters as people see them. A cut within a character would show a box.
  const characters = Array.from(new Intl.Segmenter('en').segment(name), ({ segment }) => segment)
  if (characters.length <= room) return name
  const kept = characters.slice(0, room - 1).join('')
  const words = characters[room - 1] === ' ' ? kept : kept.replace(/\s+\S*$/u, '')
  return `${words.trimEnd() || kept}…`
}
