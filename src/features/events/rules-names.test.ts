import { expect, test } from 'vitest'
import { COLOR_PATTERN, DEFAULT_COLOR, isUrlName, LONGEST_URL_NAME, urlTakenWords } from './rules.ts'

test('the name in an address begins with a letter or digit, and is not too long', () => {
  for (const name of ['a', '7', 'desert-cooking', 'a._~-', 'a'.repeat(LONGEST_URL_NAME)])
    expect([name, isUrlName(name)]).toEqual([name, true])
  for (const name of ['', '-a', 'Desert', 'a b', 'a/b', 'a'.repeat(LONGEST_URL_NAME + 1)])
    expect([name, isUrlName(name)]).toEqual([name, false])
  expect(urlTakenWords('desert-cooking')).toBe('desert-cooking is already taken, please choose another name.')
})

test('a color is # and six digits of base 16, nothing before or after', () => {
  expect(['#EBDDC0', '#00ff9a'].map((color) => COLOR_PATTERN.test(color))).toEqual([true, true])
  expect(DEFAULT_COLOR).toBe('#EBDDC0')
  for (const color of ['#EBD', '#EBDDC00', 'x#EBDDC0', '#EBDDCG', 'EBDDC0'])
    expect(color).not.toMatch(COLOR_PATTERN)
})
