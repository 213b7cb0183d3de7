/** A dozen sample entries of the family's calendar; two of them ended more than 90 days ago. */
import { addDays, type Day } from '#shared/days.ts'

/** Title, first day counted from today, days, color. */
const ENTRIES = [
  ['Grandma’s birthday', -130, 1, '#B5476B'],
  ['Roof of the tack room', -112, 12, '#7A5C3E'],
  ['Sam in Las Cruces', -40, 5, '#3F6FA0'],
  ['Blue to the vet', -12, 1, '#8F3A20'],
  ['Cousins visit', -2, 6, '#662255'],
  ['Windmill inspection', 4, 1, '#17696B'],
  ['Hay delivery', 9, 1, '#9A7B1F'],
  ['Everyone home', 24, 4, '#662255'],
  ['No guests: fence week', 33, 7, '#7A5C3E'],
  ['Inez in the leather shop', 88, 6, '#8F3A20'],
  ['School holidays', 96, 10, '#3F6FA0'],
  ['Well pump service', 131, 2, '#17696B'],
] as const

export function sampleCalendar(today: Day) {
  return ENTRIES.map(([title, startsIn, days, color]) => {
    const start = addDays(today, startsIn)
    return { title, start, end: addDays(start, days - 1), color }
  })
}
