/** `refund`: some of what was paid goes back, and the stay is as it was. */
import { formatDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import type { RefundContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Block, Letter } from './letter.ts'
import { totalBack, whereItGoes } from './money-back.ts'
import { moneyRow, smallPrint, stayButton } from './parts.ts'

export function refundLetter(mail: RefundContent): Letter {
  const { back, stay, links } = mail
  const total = formatMoney(totalBack(back))
  const asBefore = stay ? ' Your spot is yours as before.' : ''
  return letter(mail, {
    opening: 'Your refund',
    preheader: `${total} goes back to you.${asBefore}`,
    hello: 'Hello',
    blocks: [
      text(`${firstWords(mail, total)}${asBefore}`),
      money(mail),
      ...whereItGoes(back),
      ...(stay ? [text(totalWords(stay)), stayButton('See your stay', links)] : []),
    ],
    footer: smallPrint(links),
  })
}

/** A refund is no debt: it lowers what the stay comes to. */
function totalWords({ totalDue, stillToPay }: NonNullable<RefundContent['stay']>): string {
  const left =
    stillToPay > 0 ? `${formatMoney(stillToPay)} is still to pay.` : 'You have nothing left to pay.'
  return `Your stay comes to ${formatMoney(totalDue)} now. ${left}`
}

function firstWords({ refunds }: RefundContent, total: string): string {
  if (refunds.length === 1) return `${total} of what you paid goes back to you.`
  return `Some of what you paid goes back to you: ${total} in all by now.`
}

function money({ refunds, back }: RefundContent): Block {
  const each = refunds.map(({ amount, on }) => moneyRow(`On ${formatDay(on)}`, amount))
  const total = moneyRow('Refund', totalBack(back), 'total')
  return { kind: 'money', rows: refunds.length > 1 ? [...each, total] : [total] }
}
