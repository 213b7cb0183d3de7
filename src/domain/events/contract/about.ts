/** What helps a visitor decide whether an event is for them (R54): the day, the host, good to know, pictures, quotes. */
import { z } from 'zod'
import { clearableLine, clearableText, requiredLine, requiredText } from '#shared/fields.ts'
import type { EventAbout } from '#platform/database/schema/events.ts'
import { image, requiredImage } from './file-fields.ts'

/** The largest numbers of pictures and quotes. More of them would hide the rest of the page. */
export const MOST_PICTURES = 6
export const MOST_QUOTES = 2
const MOST_HOURS = 20

export const eventAbout = z.object({
  dayPlan: z.array(z.object({ time: z.string(), what: z.string() })),
  host: z.object({ portrait: z.string().nullable(), words: z.string().nullable() }),
  goodToKnow: z.object({
    level: z.string().nullable(),
    groupSize: z.string().nullable(),
    ages: z.string().nullable(),
    accessibility: z.string().nullable(),
  }),
  pictures: z.array(z.object({ url: z.string(), caption: z.string() })),
  quotes: z.array(z.object({ words: z.string(), by: z.string() })),
}) satisfies z.ZodType<EventAbout>

const fact = () => clearableLine(300).default(null)

/** Accepts any of the parts. Missing parts are empty. Returns null if all parts are empty. */
export const aboutInput = z
  .object({
    dayPlan: z
      .array(z.object({ time: requiredLine(40), what: requiredLine(200) }))
      .max(MOST_HOURS, `Please keep the day plan to ${MOST_HOURS} lines`)
      .default([]),
    host: z
      .object({ portrait: image().default(null), words: clearableText(1000).default(null) })
      .prefault({}),
    goodToKnow: z
      .object({ level: fact(), groupSize: fact(), ages: fact(), accessibility: fact() })
      .prefault({}),
    pictures: z
      .array(z.object({ url: requiredImage(), caption: requiredLine(120) }))
      .max(MOST_PICTURES, `Please show at most ${MOST_PICTURES} pictures of rooms and meals`)
      .default([]),
    quotes: z
      .array(z.object({ words: requiredText(400), by: requiredLine(80) }))
      .max(MOST_QUOTES, `Please show at most ${MOST_QUOTES} quotes`)
      .default([]),
  })
  .nullable()
  .transform((about) => (about === null || isEmpty(about) ? null : about))

function isEmpty({ dayPlan, host, goodToKnow, pictures, quotes }: EventAbout): boolean {
  const texts = [...Object.values(host), ...Object.values(goodToKnow)]
  return (
    [dayPlan, pictures, quotes].every((list) => list.length === 0) && texts.every((text) => text === null)
  )
}
