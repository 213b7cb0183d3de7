/** `waitlist-offer`: a spot came free, and it is held for the first in line. */
import { formatDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import type { WaitlistOfferContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Block, Letter } from './letter.ts'
import { moneyRow, smallPrint, whenAndWhere } from './parts.ts'

export function waitlistOfferLetter(mail: WaitlistOfferContent): Letter {
  const { event, venue, links, until, open } = mail
  const end = `${formatDay(until.day)}, ${until.time} at the ranch`
  const now = open.find(({ dueNow }) => dueNow)
  const price = now ? `${formatMoney(now.amount)} is due when you take it.` : 'There is nothing to pay.'
  return letter(mail, {
    opening: 'A spot came free',
    preheader: `It is held for you until ${end}.`,
    hello: 'Howdy',
    blocks: [
      text(
        `A spot came free, and you are first in line. It is held for you until ${end}. ${price} After that it goes to the next.`,
      ),
      {
        kind: 'button',
        label: 'See your spot',
        href: links.offer,
        note: 'There you take it or pass it on. Opening the page decides nothing.',
      },
      ...money(open),
      whenAndWhere(event, venue),
      text('You cannot come? Pass it on behind the same button, and somebody else is glad today.'),
    ],
    footer: smallPrint(links),
  })
}

function money(open: WaitlistOfferContent['open']): Block[] {
  if (open.length === 0) return []
  const rows = open.map(({ amount, due, dueNow }) => {
    if (dueNow) return moneyRow('Due when you take it', amount)
    return moneyRow(due === null ? 'Due later' : `Due by ${formatDay(due)}`, amount)
  })
  const sum = open.reduce((total, { amount }) => total + amount, 0)
  return [{ kind: 'money', rows: open.length > 1 ? [...rows, moneyRow('In all', sum, 'total')] : rows }]
}
