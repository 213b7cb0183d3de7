import { expect, test } from 'vitest'
import words from '#content/home.json'
import { venue } from '#shared/venue.ts'
import { withFacts } from './home.tsx'

test("replaces placeholders such as `{bedrooms}` in a text of the home page by the venue's facts", () => {
  expect(withFacts('{bedrooms} bedrooms, {groceryMinutes} minutes')).toBe(
    `${venue.bedrooms} bedrooms, ${venue.groceryMinutes} minutes`,
  )
})

test("has a value for every placeholder in the home page's texts", () => {
  const texts = [...words.claims.map(({ text }) => text), ...words.numbers.map(({ number }) => number)]
  expect(texts.map(withFacts).filter((text) => /[{}]/.test(text))).toEqual([])
})
