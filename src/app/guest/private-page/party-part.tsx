/**
 * The section about the guest's party. The payer sees every guest's status, and a companion sees who pays
 * (R39.3, R39.4).
 */
import { companionsOf, paidBy } from '#domain/booking/domain/party-view.ts'
import type { Party } from '#domain/booking/contract/reservation.ts'
import { formatMoney } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'
import { ShareableLink } from '#app/ui/links.tsx'
import { Section } from '#app/ui/panel.tsx'
import { paths } from '#app/paths.ts'
import { CompanionActions } from './companion-actions.tsx'
import type { GuestPart } from './guest-part.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

/** Describes the refund of the payment that the payer made for a companion. */
function describeRefund(cancellation: GuestPart['reservation']['cancellation']): string {
  if (!cancellation || cancellation.paid === 0) return ''
  const { refund, feesKnown } = cancellation
  if (!feesKnown) return 'We refund the person who paid for you as soon as we know the card fees.'
  return refund > 0
    ? `We refund ${formatMoney(refund)} to the person who paid for you.`
    : 'Under the Terms of Stay there is no refund.'
}

type Member = Party['members'][number]

/**
 * Renders the guest's party. Renders nothing for a guest who came alone, or for a payer whose own stay has
 * ended.
 */
export function PartyPart(part: GuestPart) {
  const { reservation } = part
  const { party, status, eventName, cancellation } = reservation
  const payer = paidBy(party)
  const stands = isActive(status)
  if (!party || (!payer && !stands)) return null
  return (
    <Section id="party" title="Your party" focusable>
      {payer ? (
        <p>
          <Text>
            {stands
              ? `${payer.customerName} pays for your stay, so you have nothing to pay.`
              : `${payer.customerName} pays for your party. ${describeRefund(cancellation)}`}
          </Text>
        </p>
      ) : (
        <>
          <p>
            {companionsOf(party).length > 0
              ? 'You pay for everyone in your party. What the others tell us stays between them and the ranch.'
              : 'Nobody else in your party is coming anymore. You pay only for your own stay.'}
          </p>
          <ul className="plain-list party">
            {party.members
              .filter((member) => !member.payer)
              .map((member) => (
                <li key={member.id}>
                  <strong translate="no">{member.customerName}</strong>
                  <span className={member.detailsGiven ? 'note' : 'note party-missing'}>
                    <Text>{describeState(member)}</Text>
                  </span>
                  {member.uuid && (
                    <ShareableLink path={paths.completeReservation(member.uuid)} title={eventName}>
                      <Verbatim>{member.customerName}</Verbatim> didn’t give us an email address. Please send
                      them this link, so that they can tell us what we need to know. Once they have, it no
                      longer shows here.
                    </ShareableLink>
                  )}
                  <CompanionActions {...part} companion={member} />
                </li>
              ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const STATES: Record<Member['status'], string> = {
  pending: 'Their spot is on hold.',
  confirmed: 'Coming.',
  cancelled: 'Canceled.',
  expired: 'The hold expired.',
  refunded: 'Refunded.',
}

/**
 * Describes one guest of the party in a few words: `"Coming, $450.00. We still need their details."` A price of 0 is not
 * mentioned, because the event may hide its price.
 */
function describeState({ status, detailsGiven, price }: Member): string {
  if (!isActive(status)) return STATES[status]
  const state = price ? STATES[status].replace(/\.$/, `, ${formatMoney(price)}.`) : STATES[status]
  return `${state} ${detailsGiven ? 'We have their details.' : 'We still need their details.'}`
}
