/** The parts that e-mails about refunds have in common. */
import { formatMoney, type Cents } from '#shared/money.ts'
import type { MoneyBack } from '../content.ts'
import { text } from './form.ts'
import type { Block } from './letter.ts'

/** Cents that go back in all; refunds that the card company refused do not. */
export const totalBack = ({ underWay, done, owed, given }: MoneyBack): Cents => underWay + done + owed + given

/** The refunds in words, sum by sum, by how far each has come. Nothing where none goes back. */
export function whereItGoes({ underWay, done, owed, given, refused }: MoneyBack): Block[] {
  const all: [Cents, string][] = [
    [underWay, 'is on its way back to the card you paid with.'],
    [done, 'has gone back to the card you paid with.'],
    [owed, 'did not come by card, so we give it back by hand.'],
    [given, 'has been given back to you by hand.'],
    [refused, 'could not go back to your card: the card company refused it.'],
  ]
  const parts = all.filter(([cents]) => cents > 0)
  if (parts.length === 0) return []
  const one = parts.length === 1
  const sentences = parts.map(([cents, words]) => `${one ? 'It' : formatMoney(cents)} ${words}`)
  if (underWay + done > 0)
    sentences.push(`Banks take 5 to 10 days to show ${one ? 'it' : 'what goes to a card'}.`)
  sentences.push(
    owed + refused > 0
      ? 'Just answer this mail and say how you would like it.'
      : 'There is nothing you need to do.',
  )
  return [text(sentences.join(' '))]
}
