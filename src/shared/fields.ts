/** Schemas of fields that several endpoints and forms share, with their error messages. */
import { z } from 'zod'
import { isDay } from './days.ts'
import { addressProblem, typedAddress } from './email-address.ts'
import { REQUIRED } from './failures.ts'
import { MOST_CHARGE } from './money.ts'
import { hasLetter, visibleLine, visibleText } from './text.ts'

export { REQUIRED }

const missingOr = (words: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? REQUIRED : words

// The site refuses control characters, because they can inject e-mail headers and break CSV. It removes other
// invisible characters (R47.1).
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const LINE_BREAK = /[\r\n]/

const checkedText = (max: number, multiline: boolean) =>
  z
    .string({ error: missingOr('Please send this as text') })
    .refine((text) => !CONTROL.test(text), 'Please remove special control characters')
    .overwrite(multiline ? visibleText : visibleLine)
    .trim()
    .max(max, `Please keep this under ${max} characters`)
    .refine((text) => multiline || !LINE_BREAK.test(text), 'Please keep this on one line')

/** Returns a schema for one required line of text. */
export const requiredLine = (max = 200) => checkedText(max, false).min(1, REQUIRED)

const emptyIsNull = (text: string | null | undefined) => (text ? text : null)

const isNoName = (text: string) => text !== '' && !hasLetter(text)
const NAME_WORDS = 'Please enter a name with letters'

/**
 * Returns a schema for a person's name: one required line with at least one letter or digit of any script.
 */
export const personName = (max = 200) => requiredLine(max).refine((text) => !isNoName(text), NAME_WORDS)

const maybeName = (max: number) => checkedText(max, false).refine((text) => !isNoName(text), NAME_WORDS)

/** Returns a schema for an optional name: missing, null and empty all become null. */
export const optionalName = (max = 200) => maybeName(max).nullish().transform(emptyIsNull)

/** Returns a schema for a name in an update: null or empty clears it, missing leaves it unchanged. */
export const clearableName = (max = 200) => maybeName(max).nullable().transform(emptyIsNull)

/** Returns a schema for a line that is only compared with stored texts, such as a search term. */
export const typedLine = (max = 200) =>
  z.string().overwrite(visibleLine).trim().max(max, `Please keep this under ${max} characters`)

/**
 * Schemas for first and last name. Their limits keep `fullName` within the 200 characters of `customerName`.
 */
export const nameFields = { firstName: personName(90), lastName: personName(100) }

export const fullName = ({ firstName, lastName }: Record<keyof typeof nameFields, string>): string =>
  `${firstName} ${lastName}`

export const requiredText = (max = 2000) => checkedText(max, true).min(1, REQUIRED)

/** Returns a schema for one optional line: missing, null and empty all become null. */
export const optionalLine = (max = 200) => checkedText(max, false).nullish().transform(emptyIsNull)

export const optionalText = (max = 2000) => checkedText(max, true).nullish().transform(emptyIsNull)

/** Returns a schema for one line in an update: null or empty clears it, missing leaves it unchanged. */
export const clearableLine = (max = 200) => checkedText(max, false).nullable().transform(emptyIsNull)

/**
 * Returns a schema for several lines in an update: null or empty clears them, missing leaves them unchanged.
 */
export const clearableText = (max = 2000) => checkedText(max, true).nullable().transform(emptyIsNull)

/**
 * Returns a schema for one required e-mail address. Removes what pasting adds to the address
 * (`typedAddress`).
 */
export const emailField = () =>
  z
    .string({ error: missingOr('Please send this as text') })
    .overwrite(typedAddress)
    .min(1, REQUIRED)
    .max(254, 'Please keep this under 254 characters')
    .superRefine((address, { addIssue }) => {
      const problem = address === '' ? null : addressProblem(address)
      if (problem !== null) addIssue({ code: 'custom', message: problem })
    })
    .meta({ format: 'email' })

/** Returns a schema for an e-mail address in an update: null or empty clears it. */
export const clearableEmail = () => clearableLine(254).pipe(emailField().nullable())

/**
 * Returns true if the text is a uuid. Check a link's id before a query, because a uuid column throws on other
 * texts.
 */
export const isUuid = (text: string): boolean => z.uuid().safeParse(text).success

export const cents = () =>
  z
    .int({ error: missingOr('Please enter a whole number of cents') })
    .max(MOST_CHARGE, 'That is more than one payment can be')
    .meta({ title: 'Cents' })

export const day = () => z.string().refine(isDay, 'Please enter a day as yyyy-mm-dd').meta({ title: 'Day' })

const MOST_ID = 2_147_483_647
const UNKNOWN_ID = 'Please enter a whole number of 1 or more'

/**
 * Returns a schema for a positive id. Accepts a text of plain digits too, because queries contain only texts.
 */
export const id = () =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^[1-9]\d{0,9}$/.test(given) ? Number(given) : given),
    z
      .int({ error: missingOr(UNKNOWN_ID) })
      .positive(UNKNOWN_ID)
      .max(MOST_ID, UNKNOWN_ID),
  )

/**
 * Returns a schema for a whole number in a query, from 0 to `most`. Defaults to the largest integer of the
 * database.
 */
export const wholeNumber = (most = MOST_ID) => z.coerce.number().int().min(0).max(most)

/** Returns a schema for an instant in a request: ISO 8601 with an offset. */
export const instantInput = () => z.iso.datetime({ offset: true }).meta({ title: 'Instant' })

/** Returns a schema for an instant in a reply. A handler may return a `Date`, which becomes ISO 8601. */
export const instantText = () =>
  z.preprocess((at: Date | string) => (at instanceof Date ? at.toISOString() : at), instantInput())
