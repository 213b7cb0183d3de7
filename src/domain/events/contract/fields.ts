/** Validates the fields of an event as an admin writes them (R10.1, R11.2). */
import { z } from 'zod'
import {
  cents,
  clearableLine,
  clearableName,
  clearableText,
  day,
  emailField,
  id,
  instantInput,
  REQUIRED,
  requiredLine,
} from '#shared/fields.ts'
import { venue } from '#shared/venue.ts'
import {
  COLOR_PATTERN,
  daysInOrder,
  DEFAULT_COLOR,
  ENDS_TOO_EARLY,
  isPrice,
  LONGEST_URL_NAME,
  MOST_SPOTS,
  URL_NAME_PATTERN,
} from '../domain/editing.ts'
import { EVENT_STATUSES } from '../domain/publication.ts'
import { aboutInput } from './about.ts'
import { image, pdf } from './file-fields.ts'

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Returns the message "Required" for an empty form field, and the message `words` for an invalid value. */
const missingOr = (words: string) => (issue: { input?: unknown }) => (isGiven(issue.input) ? words : REQUIRED)

/** Makes a form field that gets the default `value` when an admin clears it. */
const elseDefault = <Field extends z.ZodType<string>>(value: string, field: Field) =>
  z.preprocess((given) => (given === null || given === '' ? value : given), field)

const urlName = () =>
  requiredLine(LONGEST_URL_NAME).regex(
    URL_NAME_PATTERN,
    'Please use small letters, digits and dashes: no spaces, slashes or capitals',
  )

const price = () =>
  z
    .int({ error: missingOr('Please enter a whole number of cents') })
    .min(-99_999_999, 'Please enter -1 when the price is not shown here')
    .pipe(cents())
    .refine(isPrice, 'Please enter $1.00 or more, 0 for a free event, or -1 when the price is not shown here')

const EARLIEST = '2000-01-01'
const LATEST = '2199-12-31'
const requiredDay = () =>
  z
    .string({ error: REQUIRED })
    .min(1, REQUIRED)
    .pipe(day())
    .refine((text) => text >= EARLIEST && text <= LATEST, 'Please check the year')
    .meta({ title: 'Day' })

const spots = () =>
  z
    .int({ error: missingOr('Please enter a whole number') })
    .min(0, 'Please enter 0 or more')
    .max(MOST_SPOTS, `Please enter ${MOST_SPOTS} or fewer`)

const count = (least: number) =>
  z
    .int({ error: 'Please enter a whole number, or leave it empty' })
    .min(least, `Please enter ${least} or more`)
    .max(MOST_SPOTS, `Please enter ${MOST_SPOTS} or fewer`)
    .nullable()
    .default(null)

/** An option of the event as an admin sends it (R37.1). An option without an `id` is new. */
const optionInput = z
  .object({
    id: id().nullable().default(null),
    kind: z.enum(['lodging', 'extra']),
    name: requiredLine(80),
    description: clearableLine(300).default(null),
    price: z
      .int({ error: missingOr('Please enter a whole number of cents') })
      .pipe(cents())
      .refine((price) => price === 0 || price >= 100, 'Please enter $1.00 or more, or 0'),
    /** How many guests can have the option. Null for no limit. Without effect for lodging with `rooms`. */
    stock: count(0),
    /** How many guests share a room. Null for one guest in each bed: one in a double bed, two in a bunk. */
    perRoom: count(1),
    /**
     * The ids of the rooms that a lodging has (R37.9). Its stock then follows from their beds and `perRoom`. Only one
     * lodging of the event may have a room.
     */
    rooms: z.array(id()).max(500, 'Please keep this under 500 rooms').default([]),
    closed: z.boolean().default(false),
  })
  .transform(({ rooms, stock, ...option }) => ({
    ...option,
    // A client may send back the stock that it got, which followed from the beds.
    stock: rooms.length > 0 ? null : stock,
    rooms: [...new Set(rooms)].toSorted((one, other) => one - other),
  }))

const required = z.object({
  name: requiredLine(150),
  urlName: urlName(),
  hostCell: requiredLine(50),
  /** The cost in cents per guest. 0 means free. Below 0, the site shows no price. */
  cost: price(),
  startDate: requiredLine(100),
  startDateDate: requiredDay(),
  endDate: requiredLine(100),
  endDateDate: requiredDay(),
  spots: spots(),
})

const others = z.object({
  host: clearableName(),
  adminEmail: elseDefault(venue.email, emailField()),
  /**
   * The host's e-mail address. If a guest has not arrived in time, the site e-mails the host as well as the admin
   * (R36.3).
   */
  hostEmail: z.preprocess((given) => (given === '' ? null : given), emailField().nullable()),
  /**
   * What guests may have to pay in addition to the cost, as texts separated by semicolons. `includes`, which says what
   * the cost includes, has the same format.
   */
  costAddendum: clearableText(2000),
  includes: clearableText(2000),
  shortDescription: clearableText(1000),
  longDescription: clearableText(20_000),
  about: aboutInput,
  color: elseDefault(
    DEFAULT_COLOR,
    z
      .string({ error: 'Please choose a color' })
      .regex(COLOR_PATTERN, 'Please enter the color as # and six digits or letters a to f'),
  ),
  /** A password makes the event private. The site stores it without spaces around it. */
  password: clearableLine(100),
  mainImage: image(),
  secondImage: image(),
  pdfLink: pdf(),
  showWaitlist: z.boolean({ error: 'Please choose yes or no' }),
  /**
   * All options, in the order of the event's page. The site deletes options of the event that are not in this list.
   */
  options: z.array(optionInput).max(30, 'Please offer at most 30 lodgings and extras'),
})

/** Whether visitors can see the event (R58). Pages and forms treat these two fields apart from the others. */
const publication = z.object({
  /** Missing for a new event: `published`. */
  status: z.enum(EVENT_STATUSES, 'Please choose `published`, `draft` or `scheduled`'),
  /** When visitors can see a `scheduled` event: before its first day. All other events have none. */
  publishAt: z.preprocess(
    (given) => (given === '' ? null : given),
    instantInput()
      .transform((text) => new Date(text))
      .nullable(),
  ),
})

/** The fields of a new event. A field that is missing gets its default. */
const newEventFields = required.extend(others.partial().shape).extend(publication.partial().shape)

const changedEventFields = newEventFields.partial()

const twoDays = newEventFields.pick({ startDateDate: true, endDateDate: true })

/** Validates a new event (R10.1). The browser's form uses the same schema, and passes the cost in cents. */
export const eventInput = newEventFields.refine(daysInOrder, {
  path: ['endDateDate'],
  error: ENDS_TOO_EARLY,
  // Checks the order of the two days as soon as these are valid, even if other fields still have problems.
  when: ({ value }) => twoDays.safeParse(value).success,
})
export type EventInputSent = z.input<typeof eventInput>
export type EventInput = z.output<typeof eventInput>

/**
 * Validates an admin's changes of an event. Does not check the order of the days: if only one day is sent, the other
 * is in the database.
 */
export const eventChanges = changedEventFields.extend({
  id: id(),
  version: z.int().positive().optional(),
  /** If true, the site e-mails the new dates to every confirmed guest. */
  tellGuests: z.boolean().optional(),
})
export type EventChanges = z.output<typeof changedEventFields>
