import { expect, test } from 'vitest'
import words from '#content/home.json'
import { venue } from '#shared/venue.ts'
import { withFacts } from './home.tsx'

test('a fact stands where its name is', () => {
  expect(withFacts('{bedrooms} bedrooms, {groceryMinutes} minutes')).toBe(
    `${venue.bedrooms} bedrooms, ${venue.groceryMinutes} minutes`,
  )
})

test('every fact that the words of home name is there', () => {
  const texts = [...words.claims.map(({ text }) => text), ...words.numbers.map(({ number }) => number)]
  expect(texts.map(withFacts).filter((text) => /[{}]/.test(text))).toEqual([])
})
