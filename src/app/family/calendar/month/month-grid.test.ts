import { expect, test } from 'vitest'
import { dayForKey } from './month-grid.tsx'

/** Turns text such as `"Control+Home"` into a keyboard event as the browser sends it. */
function pressed(text: string) {
  const parts = text.split('+')
  const held = (name: string) => parts.slice(0, -1).includes(name)
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: held('Control'),
    shiftKey: held('Shift'),
    altKey: held('Alt'),
    metaKey: held('Meta'),
  }
}

test.each([
  ['ArrowRight', '2027-05-12', '2027-05-13'],
  ['ArrowLeft', '2027-05-01', '2027-04-30'],
  ['ArrowDown', '2027-12-28', '2028-01-04'],
  ['ArrowUp', '2027-03-14', '2027-03-07'],
  ['Home', '2027-05-12', '2027-05-09'],
  ['End', '2027-05-12', '2027-05-15'],
  // May 1 is a Saturday. All other days of its week belong to April.
  ['Home', '2027-05-01', '2027-05-01'],
  ['End', '2027-05-31', '2027-05-31'],
  ['Control+Home', '2027-05-12', '2027-05-01'],
  ['Control+End', '2028-02-12', '2028-02-29'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['PageUp', '2027-01-15', '2026-12-15'],
  ['Shift+PageDown', '2028-02-29', '2029-02-28'],
  ['Shift+PageUp', '2027-05-12', '2026-05-12'],
])('moves the focus with the key %s from the day %s to %s', (key, from, to) => {
  expect(dayForKey(from, pressed(key))).toBe(to)
})

test.each([
  'Tab',
  'a',
  'Alt+ArrowLeft',
  'Meta+ArrowLeft',
  'Control+ArrowRight',
  'Control+PageDown',
  'Shift+Home',
  'Enter',
])('leaves the key %s in the calendar to the browser', (key) => {
  expect(dayForKey('2027-05-12', pressed(key))).toBeNull()
})
