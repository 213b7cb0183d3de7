import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from '#shared/contrast.ts'
import { eventColor, readableOn, safeColor } from './panel.tsx'

const hex = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test("chooses for an event's color the dark or light text that has more contrast (R17.6)", () => {
  assert(
    property(hex, (color) => {
      const chosen = readableOn(color)
      const other = chosen === '#1c1914' ? '#fbf7ee' : '#1c1914'
      expect(contrast(color, chosen)).toBeGreaterThanOrEqual(contrast(color, other))
      expect(contrast(color, chosen)).toBeGreaterThan(3.9)
    }),
  )
})

test('chooses dark text on the default color of events, with a contrast of 13 to 1', () => {
  expect(readableOn('#EBDDC0')).toBe('#1c1914')
  expect(contrast('#ebddc0', '#1c1914')).toBeCloseTo(13.05, 1)
})

test.each(['red', '#fff', '#12345', 'url(https://elsewhere.example)', '#123456;background:red', ''])(
  'replaces the invalid color %j by the default color, and never writes it into a style',
  (color) => {
    expect(safeColor(color)).toBe('#ebddc0')
    expect(JSON.stringify(eventColor(color))).not.toContain(color || 'undefined')
  },
)
