/** Chance that comes out the same for the same seed. */
import type { randomUUID } from 'node:crypto'
import { randomFrom } from '#testing/random.ts'

export interface Chance {
  /** From 0 up to 1. */
  next(): number
  /** True so often, of 1. */
  happens(share: number): boolean
  /** A whole number of both ends' range. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  uuid(): ReturnType<typeof randomUUID>
  /** Letters and digits. */
  text(length: number): string
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function chanceOf(seed: number): Chance {
  const next = randomFrom(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const hex = (length: number) => Array.from({ length }, () => between(0, 15).toString(16)).join('')
  return {
    next,
    between,
    happens: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${between(8, 11).toString(16)}${hex(3)}-${hex(12)}`,
    text: (length) => Array.from({ length }, () => ALPHABET[between(0, ALPHABET.length - 1)]).join(''),
  }
}
