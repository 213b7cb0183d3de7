/** Field schemas that several endpoints and forms share, with the words people read when they are wrong. */
import { z } from 'zod'
import { isDay } from './days.ts'
import { addressProblem, typedAddress } from './email-address.ts'
import { REQUIRED } from './failures.ts'
import { MOST_CHARGE } from './money.ts'
import { hasLetter, visibleLine, visibleText } from './text.ts'

export { REQUIRED }

const missingOr = (words: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? REQUIRED : words

// These redirect mails and break CSV. Every other character that nobody can see is taken out (R47.1).
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

/** One line of text that must be there. */
export const requiredLine = (max = 200) => checkedText(max, false).min(1, REQUIRED)

const emptyIsNull = (text: string | null | undefined) => (text ? text : null)

const isNoName = (text: string) => text !== '' && !hasLetter(text)
const NAME_WORDS = 'Please enter a name with letters'

/** The name of a person: a line that must be there, with a letter or a digit of any script. */
export const personName = (max = 200) => requiredLine(max).refine((text) => !isNoName(text), NAME_WORDS)

const maybeName = (max: number) => checkedText(max, false).refine((text) => !isNoName(text), NAME_WORDS)

/** The name of a person that may be missing, as `optionalLine`. */
export const optionalName = (max = 200) => maybeName(max).nullish().transform(emptyIsNull)

/** The name of a person in a change, as `clearableLine`. */
export const clearableName = (max = 200) => maybeName(max).nullable().transform(emptyIsNull)

/** What somebody types to be compared with, as a word to search for. */
export const typedLine = (max = 200) =>
  z.string().overwrite(visibleLine).trim().max(max, `Please keep this under ${max} characters`)

/** A name in two fields, as the forms ask for it; `fullName` is then short enough for the one line that is kept. */
export const nameFields = { firstName: personName(90), lastName: personName(100) }

export const fullName = ({ firstName, lastName }: Record<keyof typeof nameFields, string>): string =>
  `${firstName} ${lastName}`

/** Text of several lines that must be there. */
export const requiredText = (max = 2000) => checkedText(max, true).min(1, REQUIRED)

/** One line that may be missing; missing, null and empty all become null. */
export const optionalLine = (max = 200) => checkedText(max, false).nullish().transform(emptyIsNull)

/** Text of several lines that may be missing. */
export const optionalText = (max = 2000) => checkedText(max, true).nullish().transform(emptyIsNull)

/** For changes: one line, or null or empty text to clear it, both null then. What is not sent stays missing. */
export const clearableLine = (max = 200) => checkedText(max, false).nullable().transform(emptyIsNull)

/** The same for text of several lines. */
export const clearableText = (max = 2000) => checkedText(max, true).nullable().transform(emptyIsNull)

/** One e-mail address that must be there, without the marks that pasting brings along. */
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

/** An address, or null or empty text for none; both null then. */
export const clearableEmail = () => clearableLine(254).pipe(emailField().nullable())

/** A uuid column refuses other texts with an error; to a caller whose link holds one they are simply unknown. */
export const isUuid = (text: string): boolean => z.uuid().safeParse(text).success

export const cents = () =>
  z
    .int({ error: missingOr('Please enter a whole number of cents') })
    .max(MOST_CHARGE, 'That is more than one payment can be')
    .meta({ title: 'Cents' })

export const day = () => z.string().refine(isDay, 'Please enter a day as yyyy-mm-dd').meta({ title: 'Day' })

const MOST_ID = 2_147_483_647
const UNKNOWN_ID = 'Please enter the number of something that exists'

/** A positive id: a number, or its plain digits (a query knows only text). Nothing else is taken for a number. */
export const id = () =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^[1-9]\d{0,9}$/.test(given) ? Number(given) : given),
    z
      .int({ error: missingOr(UNKNOWN_ID) })
      .positive(UNKNOWN_ID)
      .max(MOST_ID, UNKNOWN_ID),
  )

/** A whole number of a query, 0 or more and at most `most`: by itself what an integer of the database holds. */
export const wholeNumber = (most = MOST_ID) => z.coerce.number().int().min(0).max(most)

/** Instants travel as ISO 8601 with offset. */
export const instantInput = () => z.iso.datetime({ offset: true }).meta({ title: 'Instant' })

/** An instant of a reply; a handler may give a `Date`. */
export const instantText = () =>
  z.preprocess((at: Date | string) => (at instanceof Date ? at.toISOString() : at), instantInput())
