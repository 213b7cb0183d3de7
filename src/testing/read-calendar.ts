/** Reads calendar files with another program's parser than the one that wrote them (ical.js, of Thunderbird). */
import ICAL from 'ical.js'

interface ReadEntry {
  uid: string
  summary: string
  /** `yyyy-mm-dd`, the end exclusive as the file has it. */
  start: string
  end: string
  allDay: boolean
  url: string | null
  description: string | null
  /** Higher: newer. */
  sequence: number
}

interface ReadCalendar {
  /** The first value of each property of the calendar itself, in lower case. */
  properties: Record<string, string>
  entries: ReadEntry[]
}

/** Throws on what is no calendar. */
export function readCalendar(text: string): ReadCalendar {
  const whole = new ICAL.Component(ICAL.parse(text) as unknown[])
  return {
    properties: Object.fromEntries(
      whole.getAllProperties().map((property) => [property.name, String(property.getFirstValue())]),
    ),
    entries: whole.getAllSubcomponents('vevent').map(entryOf),
  }
}

function entryOf(component: InstanceType<typeof ICAL.Component>): ReadEntry {
  const event = new ICAL.Event(component)
  const textOf = (name: string) => {
    const value = component.getFirstPropertyValue(name)
    return value === null ? null : String(value)
  }
  return {
    uid: event.uid,
    summary: event.summary,
    start: event.startDate.toString(),
    end: event.endDate.toString(),
    allDay: event.startDate.isDate && event.endDate.isDate,
    url: textOf('url'),
    description: textOf('description'),
    sequence: event.sequence,
  }
}
