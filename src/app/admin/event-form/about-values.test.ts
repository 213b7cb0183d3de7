import { expect, test } from 'vitest'
import type { EventAbout } from '#platform/database/schema/events.ts'
import { SAVED_EVENT } from '#test/support/events/saved-event.ts'
import { aboutInputOf, EMPTY_ABOUT, shownAbout, typedAbout, writeAbout } from './about-values.ts'
import { changesOf, checkEvent, copyOf, valuesOf } from './values.ts'

const ABOUT: EventAbout = {
  dayPlan: [
    { time: '7:30 AM', what: 'Coffee: black' },
    { time: 'After supper', what: 'Stars – or clouds' },
  ],
  host: { portrait: '/pictures/host-amos-960.webp', words: 'I talk little.' },
  goodToKnow: { level: 'Easy', groupSize: null, ages: null, accessibility: 'No steps' },
  pictures: [{ url: '/pictures/room-1600.webp', caption: 'A room for two' }],
  quotes: [{ words: 'I slept well.', by: 'Ann' }],
}
const SAVED = { ...SAVED_EVENT, secondImage: '/pictures/noon-1600.webp', about: ABOUT }

test('shows the stored parts in the form and sends them unchanged (R54.2)', () => {
  const sent = aboutInputOf(typedAbout(ABOUT))
  expect(sent).toMatchObject({ dayPlan: ABOUT.dayPlan, pictures: ABOUT.pictures, quotes: ABOUT.quotes })
  const checked = checkEvent(valuesOf(SAVED))
  expect(checked.ok && changesOf(valuesOf(SAVED), valuesOf(SAVED), checked.input)).toEqual({})
})

test.each([
  ['7:30 AM – Coffee', '7:30 AM', 'Coffee'],
  ['7:30 - Coffee', '7:30', 'Coffee'],
  ['After supper: stars', 'After supper', 'stars'],
  ['  Noon — lunch — and a nap ', 'Noon', 'lunch — and a nap'],
])('reads the line "%s" of the day plan as a time and what happens', (line, time, what) => {
  expect(aboutInputOf(writeAbout({ ...EMPTY_ABOUT, dayPlan: `\n${line}\n\n` }))?.dayPlan).toEqual([
    { time, what },
  ])
})

const problemOf = (change: Partial<typeof EMPTY_ABOUT>) => {
  const checked = checkEvent({ ...valuesOf(SAVED), about: writeAbout({ ...EMPTY_ABOUT, ...change }) })
  return checked.ok ? null : checked.problems.about
}

test('names the part and the row of a problem (R54.2)', () => {
  expect(problemOf({ dayPlan: '7 AM – Coffee\nLunch' })).toBe(
    'Day plan, line 2: Please write the time, a dash, and what happens',
  )
  expect(problemOf({ quotes: [{ words: 'Good.', by: '' }] })).toBe('Quote 1, who said it: Required')
  expect(problemOf({ pictures: [{ url: '', caption: 'A room' }] })).toBe('Picture 1, address: Required')
  expect(problemOf({ portrait: 'me.jpg' })).toMatch(/^Portrait of the host: Please enter an https/)
  expect(problemOf({ hostWords: 'x'.repeat(1001) })).toMatch(/^Words of the host: Please keep this under/)
  expect(problemOf({ quotes: [{ words: '', by: '' }] })).toBeNull()
})

test('copies the parts to a copied event, and shows them in words in the conflict dialog', () => {
  expect(copyOf(SAVED).about).toBe(typedAbout(ABOUT))
  expect(shownAbout(typedAbout(ABOUT))).toContain('7:30 AM – Coffee: black')
  expect(shownAbout('')).toBe('')
})
