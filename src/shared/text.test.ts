import { expect, it } from 'vitest'
import { hasLetter, oneLine, visibleText } from './text.ts'

it('puts a text on one line by removing line breaks and control characters', () => {
  expect(oneLine(' Ada\r\nBcc: evil@example.test\u0000\u2028 \tLovelace\u202e ')).toBe(
    'Ada Bcc: evil@example.test Lovelace',
  )
  expect(oneLine('Zoë O’Hara-Nuñez 🤠')).toBe('Zoë O’Hara-Nuñez 🤠')
})

/** Code points that show nothing. */
const INVISIBLE = [
  0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0x2061, 0x2064, 0xad, 0x61c, 0x202a, 0x202b, 0x202c, 0x202d,
  0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a, 0x3164, 0x115f, 0x1160, 0xffa0, 0xfe0e, 0xfe0f, 0xfe00,
  0x34f, 0x180b, 0x180e, 0xfeff, 0xfff9, 0xe0001, 0xe0020, 0xe0041, 0xe007f, 0xe0100, 0x17b4, 0x17b5, 0x1d173,
  0x85, 0x9f, 0x7f, 0x7,
].map((code) => [code.toString(16), String.fromCodePoint(code)] as const)

it.each(INVISIBLE)(
  'removes the invisible character U+%s at every position of a text (R47.1)',
  (_code, mark) => {
    for (const text of [mark, `${mark}${mark}`, `${mark}Ana`, `Ana${mark}`, `A${mark}na`, `Ana ${mark} Gil`])
      expect(visibleText(text).replaceAll('\n', '').replaceAll('  ', ' ')).toBe(
        text.replaceAll(mark, '').replaceAll('  ', ' '),
      )
    expect(hasLetter(mark)).toBe(false)
  },
)

it.each([
  ['a family', '👨‍👩‍👧‍👦'],
  ['a heart on fire', '❤️‍🔥'],
  ['a runner with a skin color', '🏃🏽‍♀️'],
  ['a heart in color', '❤️'],
  ['a heart in black', '❤︎'],
  ['a keycap', '1️⃣'],
  ['the flag of Scotland', 'at home in 🏴󠁧󠁢󠁳󠁣󠁴󠁿, mostly'],
  ['a country flag', '🇺🇸'],
  ['a Persian plural', 'کتاب‌ها'],
  ['a Persian verb', 'می‌خواهم'],
  ['a half form in Devanagari', 'क्‍ष'],
  ['a final chillu in Malayalam', 'അവന്‍ വന്നു'],
  ['a variant of a Japanese family name', '葛\u{e0100}城'],
  ['Mongolian with a variant', 'ᠠ᠋ᠷ'],
  ['an Arabic sign for years', '\u0601٢٠٢٧'],
  ['marks on a letter', 'Zoë Ñuñez'],
  ['French spaces', 'Oui\u00a0!'],
])('leaves a text with %s unchanged', (_what, text) => {
  expect(visibleText(text)).toBe(text)
})

it.each([
  ['a joiner before a word', '\u200cکتاب', 'کتاب'],
  ['a joiner behind a word', 'کتاب\u200c', 'کتاب'],
  ['a second joiner', 'کتاب\u200c\u200cها', 'کتاب\u200cها'],
  ['a joiner between Latin letters', 'A\u200dna', 'Ana'],
  ['a joiner behind an emoji', '🤠\u200d', '🤠'],
  ['a selector behind a letter', 'Ana\ufe0f', 'Ana'],
  ['tags without a flag', 'Ana\u{e0061}\u{e007f}', 'Ana'],
  ['tags without an end', '\u{1f3f4}\u{e0067}\u{e0062}', '\u{1f3f4}'],
  ['half a surrogate pair', 'A\ud800', 'A\ufffd'],
  ['an empty Braille cell', 'A\u2800na', 'A na'],
  ['a line separator', 'A\u2028B\u2029C', 'A\nB\nC'],
])('repairs a text with %s', (_what, text, mended) => {
  expect(visibleText(text)).toBe(mended)
})

it.each(['Ana', 'Ив', '山', 'ア', 'ب', 'क', '7', '٣', 'O’B'])(
  'finds a letter or a digit in the text %j',
  (text) => {
    expect(hasLetter(text)).toBe(true)
  },
)

it.each(['', ' ', '-', '🤠', '...', '\u2800', '\u3164', '\u202e\u2066', '\u0301'])(
  'finds neither a letter nor a digit in the text %j',
  (text) => {
    expect(hasLetter(text)).toBe(false)
  },
)
