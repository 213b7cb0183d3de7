/**
 * Phone numbers as people type them: the number that a link calls, what is missing, and how a search finds
 * the number (R47.4).
 */
import {
  parsePhoneNumberFromString,
  type PhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min'
import { plainDigits, plainMarks } from './folding.ts'

const HOME = 'US'
const EXTENSION = /(?:;ext=|[\s,;.-]*(?:ext(?:ension|n)?|x|#)[\s.:#]*)(\d{1,7})/i
const NUMBER = new RegExp(String.raw`\+?[(\d][\d\s().\-]*\d(?:${EXTENSION.source})?`, 'gi')
/** The prefix 00 instead of the +, at the start of a number. */
const TWO_ZEROS = /(^|[^\d\s().+-]\s*)\+?00[\s.-]*(?=[1-9])/g

const plain = (text: string) =>
  plainMarks(plainDigits(text))
    .replaceAll(/\btel:/gi, '')
    .replaceAll(/\+\s+(?=\d)/g, '+')
    .replaceAll(/(\d),(?=\d)/g, '$1;')
    .replaceAll(TWO_ZEROS, '$1+')

/**
 * Returns the pieces of a text that may be phone numbers. A slash groups digits in some countries and
 * separates two numbers in others. It counts as grouping only if the joined digits are a possible number.
 */
function candidatesIn(text: string): string[] {
  const whole = plain(text)
  const grouped = whole.replaceAll(/(\d)\s*\/\s*(?=\d)/g, '$1 ')
  const found = grouped.match(NUMBER) ?? []
  const isOne = found.some((candidate) => parsed(candidate)?.isPossible())
  return isOne ? found : (whole.match(NUMBER) ?? [])
}

function parsed(candidate: string): PhoneNumber | undefined {
  // Mexico dropped the 1 of its mobile numbers in 2019, but people still write it.
  const today = candidate.replace(/^\+52[\s.-]*1(?=(?:\D*\d){10}$)/, '+52')
  return parsePhoneNumberFromString(today, { defaultCountry: HOME, extract: false })
}

/**
 * Returns the numbers in a text that can be called, in order. Checks only their length, because older stored
 * numbers passed weaker checks.
 */
const numbersIn = (text: string): PhoneNumber[] =>
  candidatesIn(text).flatMap((candidate) => {
    const whole = parsed(candidate)
    // Splits two numbers with only a space between them.
    const each = whole?.isPossible() ? [whole] : candidate.split(/\s+(?=[+(\d])/).map(parsed)
    return each.filter((number) => number?.isPossible() === true) as PhoneNumber[]
  })

const digitsOf = (text: string) => plain(text).replaceAll(/\D/g, '')
const withoutExtension = (candidate: string) => candidate.replace(EXTENSION, '')

/**
 * Returns the link that calls the first number in a text: `"June, (505) 555-0112 ext 3"` →
 * `"tel:+15055550112;ext=3"`. Without an area code, the link calls exactly these digits. Null if there is no
 * number.
 */
export function phoneHref(text: string): string | null {
  const [number] = numbersIn(text)
  if (number) return number.getURI()
  const digits = candidatesIn(text).map((candidate) => withoutExtension(candidate).replaceAll(/[^+\d]/g, ''))
  const old = digits.find((written) => /^\+?\d{5,15}$/.test(written))
  return old === undefined ? null : `tel:${old}`
}

const COUNT = ['', 'one digit', 'two digits', 'three digits', 'four digits', 'five digits', 'six digits']
const counted = (count: number) => COUNT[count] ?? `${count} digits`
const AREA_AND_NUMBER = 10
const NUMBER_ALONE = 7

/** Returns an error message for the form field. Null if a number in the text is valid. */
export function phoneProblem(text: string): string | null {
  const numbers = numbersIn(text)
  if (numbers.some((number) => number.isValid())) return null
  if (numbers.length > 0) return 'No phone has this number. Please check its digits'
  const [longest = ''] = candidatesIn(text)
    .map(withoutExtension)
    .toSorted((a, b) => b.length - a.length)
  const digits = longest.replaceAll(/\D/g, '')
  if (digits === '') return 'Please enter a number that we can call, such as 505-555-0142'
  if (longest.startsWith('+') && !longest.startsWith('+1')) {
    const problem = validatePhoneNumberLength(longest, HOME)
    if (problem === 'INVALID_COUNTRY')
      return 'No country has the code after the +. Please check the first digits'
    return `This number is too ${problem === 'TOO_LONG' ? 'long' : 'short'} for its country. Please check its digits`
  }
  const local = digits.replace(/^1(?=\d{4})/, '')
  if (local.length === NUMBER_ALONE) return 'Please add the area code, such as 505-555-0142'
  const missing = AREA_AND_NUMBER - local.length
  return missing > 0
    ? `This number is ${counted(missing)} short. Please enter it with its area code`
    : `This number has ${counted(-missing)} too many. A number outside the US starts with + and its country code`
}

const PHONE_FIELDS = {
  phone: 'Phone',
  emergencyContactPhone: 'Emergency contact phone',
  hostCell: 'Host’s cell phone',
} as const
type PhoneField = keyof typeof PHONE_FIELDS
type Phones = { [Field in PhoneField]?: string | null | undefined }

/**
 * Returns the errors of changed phone fields, by field. Null if there are none. Unchanged numbers pass,
 * because the site accepted them earlier.
 */
export function phoneProblems(given: Phones, stored: Phones = {}): Record<string, string> | null {
  const problems = (Object.keys(PHONE_FIELDS) as PhoneField[]).flatMap((name) => {
    const phone = given[name]
    const problem = phone && phone !== stored[name] ? phoneProblem(phone) : null
    return problem === null ? [] : [[name, problem] as const]
  })
  return problems.length === 0 ? null : Object.fromEntries(problems)
}

/**
 * Returns the refusal of phone numbers that cannot be called. Its message names each field, for programs and
 * screens that show no errors at the fields.
 */
export const phoneRefusal = (fields: Record<string, string>) => ({
  fields,
  message: `${Object.entries(fields)
    .map(([name, problem]) => `${PHONE_FIELDS[name as PhoneField]}: ${problem}`)
    .join('. ')}.`,
})

/** With fewer digits, too many phone numbers would match. */
const LEAST_DIGITS = 4

/** Returns true if the phone number contains the typed digits, however both are grouped. */
export function isPartOfPhone(typed: string, phone: string | null): boolean {
  const looksLikePhone = /^[+\d\s().;#=\-/]*(?:(?:ext|x)[\s.]*\d+)?$/i.test(plain(typed))
  if (!phone || !looksLikePhone) return false
  const [number] = numbersIn(typed)
  const digits: string = number?.nationalNumber ?? digitsOf(typed).replace(/^1(?=\d{10}$)/, '')
  if (digits.length < LEAST_DIGITS) return false
  const abroad = digits.replace(/^0+(?=\d{4})/, '')
  const written = [digitsOf(phone), ...numbersIn(phone).map((one) => one.number)]
  return written.some((each) => each.includes(digits) || each.includes(abroad))
}
