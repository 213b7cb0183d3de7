/** The shape of a sample event: days are counted from the day of the first start. */
import type { events } from '../../platform/database/schema/events.ts'

type EventColumns = typeof events.$inferInsert
type DatedColumns = 'startDate' | 'startDateDate' | 'endDate' | 'endDateDate' | 'hostCell' | 'adminEmail'

export interface SampleEvent {
  event: Omit<EventColumns, DatedColumns>
  /** Negative: it has been. */
  startsIn: number
  /** Both ends counted. */
  days: number
  /** In the owner's words, after the date. */
  arrive: string
  leave: string
  photos: { url: string; alt: string }[]
  /** How many spots are taken. */
  guests: number
  /** How many people wait. */
  waiting?: number
  /** Its guests' data is gone, as it goes for every event some time after its end. */
  purged?: boolean
}

/** A picture of the library in `public/pictures`; the page finds the other sizes by the name. */
export function picture(name: string): string {
  return `/pictures/${name}-1600.webp`
}

/** What the library's pictures show, for those who do not see them. */
const ALT = {
  autumn: 'Golden cottonwoods along a dry wash, a fence line and a red mesa under a deep blue sky.',
  dawn: 'Mesas and a lone spire above a sea of mist, the sun just up, yucca in front.',
  leather: 'A leather workbench by lantern light with a stitching pony, awl, mallet and thread.',
  moonrise: 'A full moon just clear of a dark mesa above a misty blue plain, with stars.',
  morning: 'Cattle grazing on misty golden grass below a windmill, the sun just up.',
  night: 'An adobe ranch house with lit windows under the Milky Way, chairs around a small fire.',
  pasture: 'Cattle grazing along a fence in green summer grass, a pale mesa behind.',
  porch: 'The adobe house at blue hour: a lantern lights the portal and a turquoise door.',
  road: 'A two-track dirt road through a log gateway and a cattle guard towards distant mesas.',
  room: 'A bedroom in early light: white sheets, a fireplace, and a mesa in a deep window.',
  'snow-night': 'Moonlit snow, bare cottonwoods, a fence line and a snowy mesa under stars.',
  spring: 'Wildflowers and new green grass on the plain, cottonwoods in leaf.',
  table: 'A long table laid for dinner under string lights at dusk, beside an outdoor kitchen.',
  well: 'A round stock tank mirrors a sunset sky, a windmill and grazing cattle behind it.',
  wildlife: 'Five pronghorn on a grassy ridge with the rising sun behind them.',
} as const

/** Photos of the library with their descriptions. */
export function photos(...names: (keyof typeof ALT)[]): SampleEvent['photos'] {
  return names.map((name) => ({ url: picture(name), alt: ALT[name] }))
}

/** Paragraphs as they are stored: separated by a blank line. */
export function paragraphs(...texts: string[]): string {
  return texts.join('\n\n')
}
