// @ts-check
/**
 * The rules of card numbers, expiry dates and security codes, with the provider's own error messages. This file
 * uses nothing of the browser, so its tests need none.
 * @typedef {'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'} Brand
 * @typedef {{ code: string, type: 'validation_error', message: string }} FieldError
 * @typedef {{ empty: boolean, complete: boolean, error?: FieldError }} FieldState
 */

/** @param {string} code @param {string} message @returns {FieldError} */
const fault = (code, message) => ({ code, type: 'validation_error', message })

export const INCOMPLETE = {
  cardNumber: fault('incomplete_number', 'Your card number is incomplete.'),
  cardExpiry: fault('incomplete_expiry', "Your card's expiration date is incomplete."),
  cardCvc: fault('incomplete_cvc', "Your card's security code is incomplete."),
}

/**
 * @type {[RegExp, Brand, number[], number[]][]} the start of the number, brand, allowed lengths, and the digits
 * after which a space follows
 */
const BRANDS = [
  [/^3[47]/, 'amex', [15], [4, 10]],
  [/^(5[1-5]|2[2-7])/, 'mastercard', [16], [4, 8, 12]],
  [/^(6011|65|64[4-9])/, 'discover', [16], [4, 8, 12]],
  [/^3(0[0-5]|[689])/, 'diners', [14, 16], [4, 10]],
  [/^35/, 'jcb', [16], [4, 8, 12]],
  [/^62/, 'unionpay', [16, 17, 18, 19], [4, 8, 12, 16]],
  [/^4/, 'visa', [16], [4, 8, 12]],
]

/** The rules of a number whose start matches no brand. */
const UNKNOWN = { brand: /** @type {Brand} */ ('unknown'), lengths: [16], groups: [4, 8, 12] }

/** @param {string} digits */
function kindOf(digits) {
  const known = BRANDS.find(([pattern]) => pattern.test(digits))
  if (!known) return UNKNOWN
  const [, brand, lengths, groups] = known
  return { brand, lengths, groups }
}

/** @param {string} digits */
export const brandOf = (digits) => kindOf(digits).brand

/** @param {string} text @returns {string} the digits, at most as many as the brand has */
export function numberDigits(text) {
  const digits = text.replace(/\D/g, '')
  return digits.slice(0, Math.max(...kindOf(digits).lengths))
}

/** @param {string} digits */
export function groupNumber(digits) {
  const { groups } = kindOf(digits)
  return [...digits].map((digit, index) => (groups.includes(index) ? ` ${digit}` : digit)).join('')
}

/** @param {string} digits */
function passesLuhn(digits) {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = digit * 2
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** @param {string} digits @returns {FieldState} */
export function checkNumber(digits) {
  const { lengths } = kindOf(digits)
  const full = lengths.includes(digits.length)
  const longest = digits.length >= Math.max(...lengths)
  if (full && passesLuhn(digits)) return { empty: false, complete: true }
  if (longest)
    return {
      empty: false,
      complete: false,
      error: fault('invalid_number', 'Your card number is invalid.'),
    }
  return { empty: digits === '', complete: false }
}

/**
 * @param {string} text as typed, pasted or filled in by the browser
 * @param {boolean} deleting true if a key deletes: then the function adds no separator after the month
 */
export function formatExpiry(text, deleting) {
  const long = /^\s*(\d{1,2})\s*[/-]\s*20(\d{2})\s*$/.exec(text) ?? /^(\d{2})20(\d{2})$/.exec(text.trim())
  const parts = long ? `${(long[1] ?? '').padStart(2, '0')}${long[2]}` : text
  let digits = parts.replace(/\D/g, '')
  if (/^[2-9]/.test(digits) || /^1[3-9]/.test(digits) || /^\s*\d\s*[/-]/.test(parts)) digits = `0${digits}`
  digits = digits.slice(0, 4)
  if (digits.length > 2) return `${digits.slice(0, 2)} / ${digits.slice(2)}`
  return digits.length === 2 && !deleting ? `${digits} / ` : digits
}

/** @param {string} text @returns {{ month: number, year: number } | null} */
export function readExpiry(text) {
  const parts = /^(\d{2}) \/ (\d{2})$/.exec(text)
  return parts ? { month: Number(parts[1]), year: 2000 + Number(parts[2]) } : null
}

/** @param {string} text @param {Date} today @returns {FieldState} */
export function checkExpiry(text, today) {
  const expiry = readExpiry(text)
  if (expiry === null) return { empty: text === '', complete: false }
  const error = expiryError(expiry, today)
  return error ? { empty: false, complete: false, error } : { empty: false, complete: true }
}

/** @param {{ month: number, year: number }} expiry @param {Date} today */
function expiryError({ month, year }, today) {
  const thisYear = today.getFullYear()
  if (month < 1 || month > 12) return INCOMPLETE.cardExpiry
  if (year < thisYear) return fault('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year === thisYear && month < today.getMonth() + 1)
    return fault('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  if (year > thisYear + 50) return fault('invalid_expiry_year', "Your card's expiration year is invalid.")
  return undefined
}

/** @param {string} brand */
export const cvcLength = (brand) => (brand === 'amex' || brand === 'unknown' ? 4 : 3)

/** @param {string} digits @param {string} brand @returns {FieldState} */
export function checkCvc(digits, brand) {
  const needed = brand === 'amex' ? 4 : 3
  return { empty: digits === '', complete: digits.length >= needed }
}
