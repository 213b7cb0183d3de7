/**
 * `companion-invited`: tells a guest that the payer has signed them up, and asks for details by the private link
 * (R39.2).
 */
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { comingStay, companionProblem, journeyProblem, payerName } from '../shared-facts.ts'
import { BOOTS, emailWithTerms, nextSteps, stayButtonFor, text } from '../shared-words.ts'

export const companionInvited = reservationEmail({
  dropReason: (cause) => journeyProblem(cause) ?? companionProblem(cause),
  facts: factsOf,
  words(facts) {
    return emailWithTerms(facts, {
      opening: "You're signed up",
      preheader: `Your spot is yours.${facts.detailsMissing ? ' Please complete your details.' : ''}`,
      blocks: [
        text(firstWords(facts)),
        stayButtonFor(facts),
        ...nextSteps(facts),
        // Anyone can type another person's address, so the e-mail explains what to do then.
        text(
          'You cannot come, or did not know about this? Just reply to this email, and we will take care of it.',
        ),
      ],
    })
  },
  attachesDates: () => true,
})

function factsOf(source: ReservationSource) {
  const { share } = source.rows.reservation
  return { ...comingStay(source), payer: payerName(source), priced: share !== null && share > 0 }
}

function firstWords({ payer, priced, detailsMissing }: ReturnType<typeof factsOf>): string {
  const signedUp = `${payer ?? 'Somebody you are coming with'} has signed you up, and your spot is yours.`
  const paid = priced
    ? ` ${payer ?? 'They'} ${payer ? 'pays' : 'pay'} for your stay, so you have nothing to pay.`
    : ''
  if (!detailsMissing) return `${signedUp}${paid} ${BOOTS}`
  return `${signedUp}${paid} One thing is left, on your own page: tell us about yourself.`
}
