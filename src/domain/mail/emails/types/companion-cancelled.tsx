/** `companion-cancelled`: tells the payer of a party that a companion is not coming, and what is refunded (R39.5). */
import { formatMoney } from '#shared/money.ts'
import { privateLink, absoluteLink, termsPath } from '#shared/links.ts'
import { capitalized } from '#shared/text.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { MainButton } from '../../layout/main-button.tsx'
import { MoneyTable } from '../../layout/money-table.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { memberName } from '../facts/party.ts'
import { present } from '../facts/present.ts'
import { refundSentencesToPayer } from '../facts/refunds.ts'
import { guestFacts } from '../facts/reservation.ts'
import { cancellationProblem, companionProblem } from '../still-wanted.ts'

const OPENING = 'Someone in your party isn’t coming'

export const companionCancelled = reservationEmail({
  dropReason: (cause) => cancellationProblem(cause) ?? companionProblem(cause),
  facts: factsOf,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: moneyWords,
  Content: CompanionCancelled,
  toPayer: true,
})

function factsOf(source: ReservationSource) {
  const { rows, party, publicUrl } = source
  const { paid, awaitsFee, refundByTerms, refundToCards, refundByHand, held, cancelledBy } = present(
    rows.cancellation,
  )
  const payer = present(party.find((member) => member.payer))
  return {
    ...guestFacts(source),
    companion: memberName(source),
    paid,
    awaitsFee,
    /** True if the Terms of Stay explain why not everything is refunded. */
    byTerms:
      cancelledBy === 'guest' && refundToCards + refundByHand === refundByTerms && refundByTerms < paid,
    back: { underWay: refundToCards - held, held, owed: refundByHand },
    links: { reservation: privateLink(publicUrl, payer.uuid), terms: absoluteLink(publicUrl, termsPath) },
  }
}

type Facts = ReturnType<typeof factsOf>

function CompanionCancelled(facts: Facts) {
  const { back, links } = facts
  const refund = refundOf(facts)
  const sentences = refundSentencesToPayer(back)
  return (
    <EventLetter {...facts} kicker={OPENING} hello="Hello" termsLink={links.terms} ended>
      <Paragraph>
        {capitalized(stayOf(facts))} is canceled. Anything still unpaid for it is no longer due.
      </Paragraph>
      <Paragraph>{moneyWords(facts)}</Paragraph>
      {refund > 0 && <MoneyTable lines={[]} total={{ label: 'Refund', cents: refund }} />}
      {sentences && <Paragraph>{sentences}</Paragraph>}
      <MainButton href={links.reservation}>See your stay</MainButton>
    </EventLetter>
  )
}

const stayOf = ({ companion }: Facts) => `${companion ?? 'your companion'}’s stay`

const refundOf = ({ back, awaitsFee }: Facts) => (awaitsFee ? 0 : back.underWay + back.held + back.owed)

function moneyWords(facts: Facts): string {
  const { paid, awaitsFee } = facts
  if (paid === 0) return `Nothing was paid for ${stayOf(facts)}, so there is nothing to refund.`
  if (awaitsFee)
    return `${formatMoney(paid)} was paid for ${stayOf(facts)}. We’ll refund it under our Terms of Stay, minus card fees. We’ll email you the amount as soon as we know those fees, usually within an hour.`
  const refund = refundOf(facts)
  const decided = refund > 0 ? `we’re refunding ${formatMoney(refund)}` : 'nothing is refunded'
  return `${formatMoney(paid)} was paid for ${stayOf(facts)}. ${facts.byTerms ? `Under our Terms of Stay, ${decided}` : capitalized(decided)}.`
}
