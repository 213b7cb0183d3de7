/** `companion-cancelled`: tells the payer of a party that a companion is not coming, and the refund (R39.5). */
import { formatMoney } from '#shared/money.ts'
import { privateLink, absoluteLink, termsPath } from '#shared/links.ts'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { companionProblem, memberName, notCancelledProblem, present, toGuest } from '../shared-facts.ts'
import { button, emailWithTerms, moneyRow, moneyTable, text, whereItGoesToPayer } from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const companionCancelled = reservationEmail({
  dropReason: (cause) => notCancelledProblem(cause) ?? companionProblem(cause),
  facts: factsOf,
  words(facts) {
    const { companion, back, links } = facts
    const whose = companion === null ? 'Your companion’s stay' : `${companion}’s stay`
    return emailWithTerms(facts, {
      opening: 'One of your party is not coming',
      preheader: moneyWords(facts),
      hello: 'Hello',
      blocks: [
        text(`${whose} is canceled. Anything still unpaid for it is no longer due.`),
        text(moneyWords(facts)),
        refund(facts) > 0 && moneyTable(moneyRow('Refund', refund(facts), 'total')),
        ...whereItGoesToPayer(back),
        button('See your stay', links.reservation),
      ],
    })
  },
  toPayer: true,
})

function factsOf(source: ReservationSource) {
  const { rows, party, publicUrl } = source
  const { paid, awaitsFee, refundToCards, refundByHand } = present(rows.cancellation)
  const payer = present(party.find((member) => member.payer))
  return {
    ...toGuest(source),
    companion: memberName(source),
    paid,
    /** True while the card provider's fee, and so the amount, is unknown. */
    awaitsFee,
    back: { underWay: refundToCards, owed: refundByHand },
    links: { reservation: privateLink(publicUrl, payer.uuid), terms: absoluteLink(publicUrl, termsPath) },
  }
}

const refund = ({ back, awaitsFee }: Facts) => (awaitsFee ? 0 : back.underWay + back.owed)

function moneyWords(facts: Facts): string {
  const { paid, awaitsFee } = facts
  if (paid === 0) return 'Nothing was paid for it, so there is nothing to refund.'
  if (awaitsFee)
    return `${formatMoney(paid)} was paid for it. The refund follows our Terms of Stay, less the card company’s fee. We will email you the amount as soon as we know that fee, usually within an hour.`
  const sum = refund(facts)
  return `${formatMoney(paid)} was paid for it. ${sum > 0 ? `We refund ${formatMoney(sum)}` : 'Nothing is refunded'}.`
}
