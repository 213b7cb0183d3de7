/** Parses calendar files with the library ical.js. The site writes them with another library. */
import ICAL from 'ical.js'

interface ReadEntry {
  uid: string
  summary: string
  /**
   * The first day of a calendar entry, as `yyyy-mm-dd`. `end` is the day after the last day, as in the file.
   */
  start: string
  end: string
  allDay: boolean
  url: string | null
  description: string | null
  /** Revision of the calendar entry. A higher number is a newer version. */
  sequence: number
}

interface ReadCalendar {
  /**
   * The first value of each property of the calendar itself, by the property's name in lower case. Properties
   * of its entries are not included.
   */
  properties: Record<string, string>
  entries: ReadEntry[]
}

/** Parses the text of a calendar file. Throws if the text is not a calendar. */
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
