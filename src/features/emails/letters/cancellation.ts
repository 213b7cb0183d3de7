/** `cancellation`: the stay is cancelled, and what goes back of what was paid. */
import { formatMoney } from '#shared/money.ts'
import type { CancellationContent, CancelledHow } from '../content.ts'
import { letter, text } from './form.ts'
import type { Block, Letter } from './letter.ts'
import { totalBack, whereItGoes } from './money-back.ts'
import { moneyRow, smallPrint } from './parts.ts'

const WORDS: Record<CancelledHow, Record<'opening' | 'first' | 'calendar', string>> = {
  guest: {
    opening: 'Your stay is cancelled',
    first: 'Your stay is cancelled, as you asked. Maybe another time.',
    calendar: 'Take the dates out of your calendar, if you had put them there.',
  },
  stay: {
    opening: 'We had to cancel your stay',
    first: 'We are sorry: we had to cancel your stay.',
    calendar: 'Take the dates out of your calendar, if you had put them there.',
  },
  event: {
    opening: 'We had to cancel',
    first: 'We are sorry: we had to cancel this event, so please do not set out.',
    calendar: 'The calendar file in this mail marks the dates as cancelled.',
  },
}

export function cancellationLetter(mail: CancellationContent): Letter {
  const { how, links, back } = mail
  const { opening, first, calendar } = WORDS[how]
  return letter(mail, {
    opening,
    preheader: preheader(mail),
    hello: 'Hello',
    blocks: [
      text(first),
      text(moneyWords(mail)),
      ...money(mail),
      ...whereItGoes(back),
      text(mail.wasOpen ? `What was still to be paid is not due any more. ${calendar}` : calendar),
      { kind: 'button', label: 'See other dates', href: links.events, note: null },
    ],
    footer: smallPrint(links),
  })
}

function preheader({ back, paid, awaitsFee }: CancellationContent): string {
  if (awaitsFee) return 'The sum that goes back to you follows.'
  const total = totalBack(back)
  if (back.refused > 0) return 'Please tell us how we are to give you your money back.'
  if (total > 0) return `${formatMoney(total)} goes back to you.`
  return paid > 0 ? 'What that means for what you paid.' : 'Nothing was paid, so nothing is open between us.'
}

/** By what rule the sum was decided; without a rule, the sum alone. */
function moneyWords(mail: CancellationContent): string {
  const { paid, sum, terms, how } = mail
  if (paid === 0) return 'You had not paid anything, so there is nothing to give back.'
  if (mail.awaitsFee)
    return `Of the ${formatMoney(paid)} that you had paid, the Terms of Stay decide what goes back by the day of cancelling, less the fee that the card company keeps. It has not told us that fee yet. We write to you again with the sum as soon as it has, mostly within an hour.`
  if (terms === null)
    return sum > 0
      ? `Of the ${formatMoney(paid)} that you had paid, we give you ${formatMoney(sum)} back.`
      : `Of the ${formatMoney(paid)} that you had paid, nothing goes back.`
  if (how !== 'guest') return 'Everything that you had paid goes back to you. We keep nothing.'
  return byTheTerms(mail, terms)
}

function byTheTerms(
  { daysBefore, replaced }: CancellationContent,
  { percent, fees }: NonNullable<CancellationContent['terms']>,
): string {
  const kept = fees > 0 ? ', minus the fees that the card company keeps' : ''
  const when = `You cancelled ${daysWords(daysBefore)}.`
  if (percent === 0)
    return `${when} Within 30 days our Terms of Stay give nothing back, unless a replacement is found for your spot. Then you get 90% back.`
  if (replaced)
    return `${when} Somebody else takes your spot, so by our Terms of Stay you get ${percent}% back${kept}.`
  const share = percent === 100 ? 'everything' : `${percent}%`
  return `${when} By our Terms of Stay you get ${share} back${kept}.`
}

function daysWords(daysBefore: number): string {
  if (daysBefore < 0) return 'after the start'
  if (daysBefore === 0) return 'on the day of the start'
  return daysBefore === 1 ? 'the day before the start' : `${daysBefore} days before the start`
}

function money({ paid, sum, terms, awaitsFee }: CancellationContent): Block[] {
  if (paid === 0 || awaitsFee) return []
  const partly = terms !== null && terms.percent > 0 && terms.percent < 100
  return [
    {
      kind: 'money',
      rows: [
        moneyRow('Paid', paid),
        ...(partly ? [moneyRow(`${terms.percent}% of it`, terms.share)] : []),
        ...(terms && terms.fees > 0 ? [moneyRow('Fees of the card company', -terms.fees)] : []),
        moneyRow('You get back', sum, 'total'),
      ],
    },
  ]
}
