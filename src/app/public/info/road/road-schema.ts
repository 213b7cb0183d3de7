/**
 * The format of `content/road.json`: the dirt road from the end of the pavement to the gateway. The map, the list and
 * the GPX file are drawn from it. The build fails with the field's name if something is wrong (`vite.config.ts`).
 *
 * A place is written as map apps copy it: "33.60580, -107.48269" (degrees north, degrees east).
 *
 * - `about`      A remark for people who edit the file. Not shown.
 * - `sample`     If true, the page says that the road is made up, and has no coordinates and no GPX file. Search
 *                engines may not list it (R55.1). Set it to false for the real road.
 * - `from`       The text next to the pavement at the edge of the map.
 * - `line`       The dirt road as places, from the end of the pavement to the gateway. More places draw smoother bends.
 *                Its length must match `dirtRoadMiles` in `content/venue.json` within 5 percent.
 * - `stops`      Landmarks on the way, in order, from mile 0 to the last mile:
 *     `mile`     Trip meter reading, counted from the end of the pavement. It places the stop on the line.
 *     `sign`     The icon: pavement, guard, fork, wash, signal, mesa, windmill, narrows, corral or gateway.
 *     `name`     The name in the list and the GPX file.
 *     `label`    The label on the map, at most 14 letters.
 *     `side`     The side of the road for the label: east or west. Choose the one with more room.
 *     `turn`     The way to keep at a fork: left or right.
 *     `note`     A sentence or two.
 * - `pavement`   The end of the paved road, as places. The last one is the first of `line`.
 * - `sideRoads`  Roads not to take, each as places from its fork on.
 * - `washes`     Dry riverbeds, each as places.
 * - `mesas`      `at` is the center, `miles` the width, and `name` is optional.
 */
import { z } from 'zod'
import { venue } from '#shared/venue.ts'
import { lineMiles, type Place, parsePlace } from './measure.ts'

/**
 * The largest relative difference between the length of the line in `content/road.json` and the trip meter. A
 * larger difference means that the line is wrong.
 */
const TOLERANCE = 0.05

const place = z
  .string()
  .refine((text) => parsePlace(text) !== null, 'must be a place like "33.60580, -107.48269" (north, east)')
const line = z.array(place).min(2, 'needs at least two places')
const words = z.string().trim().min(1, 'must not be empty')

const stop = z.strictObject({
  mile: z.number('must be a number without quotation marks').min(0),
  sign: z.enum([
    'pavement',
    'guard',
    'fork',
    'wash',
    'signal',
    'mesa',
    'windmill',
    'narrows',
    'corral',
    'gateway',
  ]),
  name: words,
  label: words.max(14, 'is too long for the map: 14 letters at most'),
  side: z.enum(['east', 'west']),
  turn: z.enum(['left', 'right']).optional(),
  note: words,
})

export const roadSchema = z
  .strictObject({
    about: z.string().optional(),
    sample: z.boolean(),
    from: words,
    stops: z.array(stop).min(2),
    line,
    pavement: line,
    sideRoads: z.array(line),
    washes: z.array(line),
    mesas: z.array(z.strictObject({ name: words.optional(), at: place, miles: z.number().positive() })),
  })
  .superRefine((road, context) => {
    const wrong = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    const miles = venue.dirtRoadMiles
    const measured = lineMiles(road.line.map(parsePlace).filter((found): found is Place => found !== null))
    if (Math.abs(measured - miles) > miles * TOLERANCE)
      wrong(['line'], `is ${measured.toFixed(1)} miles long, but content/venue.json says ${miles}`)
    for (const [at, { mile }] of road.stops.entries()) {
      const before = road.stops[at - 1]?.mile ?? 0
      if (mile < before)
        wrong(['stops', at, 'mile'], `comes after mile ${before}: keep the order of the road`)
      if (mile > miles) wrong(['stops', at, 'mile'], `lies behind the end of the road at mile ${miles}`)
    }
    if (road.stops[0]?.mile !== 0) wrong(['stops', 0, 'mile'], 'the first stop is mile 0')
    if (road.stops.at(-1)?.mile !== miles)
      wrong(['stops', road.stops.length - 1, 'mile'], `the last stop is mile ${miles}`)
    if (road.pavement.at(-1) !== road.line[0])
      wrong(['pavement'], 'must end at the place where the dirt road (“line”) begins')
  })

export type Road = z.infer<typeof roadSchema>
export type Stop = Road['stops'][number]
