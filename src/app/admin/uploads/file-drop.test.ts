import { expect, test } from 'vitest'
import { HEIC_WORDS } from '#shared/uploaded-picture.ts'
import { problemBefore } from './file-drop.tsx'

test.each([
  ['IMG_0042.HEIC', 3_000_000, `IMG_0042.HEIC: ${HEIC_WORDS}`],
  ['hat.heif', 3_000_000, `hat.heif: ${HEIC_WORDS}`],
  ['heic.jpg', 3_000_000, null],
  ['hat.jpg', 0, 'hat.jpg is empty.'],
  ['hat.jpg', 26 * 1024 * 1024, 'hat.jpg is larger than 25 MB. Make it smaller and try again.'],
])('checks the picture %s of %i bytes before its upload. The error message is: %s', (name, size, words) => {
  expect(problemBefore({ name, size })).toBe(words)
})

test('allows a PDF of up to 15 MB, even with a name like guide.heic, which the site refuses for a picture', () => {
  const size = 15 * 1024 * 1024
  expect(problemBefore({ name: 'guide.heic', size }, 'PDF')).toBeNull()
  expect(problemBefore({ name: 'guide.pdf', size: size + 1 }, 'PDF')).toBe(
    'guide.pdf is larger than 15 MB. Make it smaller and try again.',
  )
})
