/**
 * A color or a day is saved once it has stood so long, or is left: a picker tells every shade on the way, and a date
 * that is typed every digit of its year.
 */
export const PAUSE_MS = 500
