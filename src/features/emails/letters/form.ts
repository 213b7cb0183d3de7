/** The outer form of every letter, so that all are one: the subject and its length, the heading, the greeting. */
import { formatDayRange } from '#shared/days.ts'
import type { MailEvent } from '../content.ts'
import type { Block, Letter, Paragraph } from './letter.ts'

interface Words {
  /** How the subject begins: the e-mail in a few words. */
  opening: string
  /** The end of the subject, which is never shortened. */
  ending?: string
  /** Over the event's name; the opening where it says nothing else. */
  kicker?: string
  preheader: string
  hello: 'Howdy' | 'Hello'
  blocks: Block[]
  footer: Paragraph[]
}

interface About {
  guest: string | null
  event: MailEvent
}

export function letter({ guest, event }: About, words: Words): Letter {
  const { opening, ending = '', kicker = opening, preheader, hello, blocks, footer } = words
  const room = SUBJECT_LENGTH - opening.length - ending.length - 2
  return {
    subject: `${opening}: ${shortened(event.name, room)}${ending}`,
    preheader,
    heading: {
      kicker,
      title: event.name,
      detail: formatDayRange(event.startDateDate, event.endDateDate),
    },
    greeting: guest === null ? `${hello},` : `${hello} ${guest},`,
    blocks,
    footer,
  }
}

export const text = (words: string, link: Paragraph['link'] = null): Block => ({
  kind: 'text',
  text: words,
  link,
})

/** Lists of mails cut what is longer. */
const SUBJECT_LENGTH = 60

/** Cut after a whole word where there is one. */
function shortened(name: string, room: number): string {
  // The name is cut by characters as people see them: half of one would be shown as a box.
  const characters = Array.from(new Intl.Segmenter('en').segment(name), ({ segment }) => segment)
  if (characters.length <= room) return name
  const kept = characters.slice(0, room - 1).join('')
  const words = characters[room - 1] === ' ' ? kept : kept.replace(/\s+\S*$/u, '')
  return `${words.trimEnd() || kept}…`
}
