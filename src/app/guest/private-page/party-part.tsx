/** The party: the payer sees every guest's status, and companions see who pays (R39.3, R39.4). */
import { paidBy } from '#domain/booking/domain/party-view.ts'
import type { Party } from '#domain/booking/contract/reservation.ts'
import { formatMoney } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'
import { ShareableLink } from '#app/ui/links.tsx'
import { Section } from '#app/ui/panel.tsx'
import { paths } from '#app/paths.ts'
import type { GuestPart } from './guest-part.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

/** Describes the refund of what the payer paid for a companion. */
function describeRefund(cancellation: GuestPart['reservation']['cancellation']): string {
  if (!cancellation || cancellation.paid === 0) return ''
  const { refund, feesKnown } = cancellation
  if (!feesKnown)
    return 'The refund goes to whoever paid for you, as soon as the card company has told us its fee.'
  return refund > 0
    ? `Whoever paid for you is refunded ${formatMoney(refund)}.`
    : 'Under the Terms of Stay there is no refund.'
}

type Member = Party['members'][number]

/**
 * Renders the guest's party. Renders nothing for a guest who came alone, or for a payer whose own stay has
 * ended.
 */
export function PartyPart({ reservation }: Pick<GuestPart, 'reservation'>) {
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
              ? `${payer.customerName} pays for your stay. There is nothing for you to pay.`
              : `${payer.customerName} pays for your party. ${describeRefund(cancellation)}`}
          </Text>
        </p>
      ) : (
        <>
          <p>You pay for all of you. What the others tell us stays between them and the ranch.</p>
          <ul className="plain-list party">
            {party.members
              .filter((member) => !member.payer)
              .map((member) => (
                <li key={member.id}>
                  <strong translate="no">{member.customerName}</strong>
                  <span className={member.detailsGiven ? 'note' : 'note party-missing'}>
                    {describeState(member)}
                  </span>
                  {member.uuid && (
                    <ShareableLink path={paths.completeReservation(member.uuid)} title={eventName}>
                      <Verbatim>{member.customerName}</Verbatim> has no email with us. Hand on this link: they
                      tell us by it what we need to know. Once they have, you do not see it here any more.
                    </ShareableLink>
                  )}
                </li>
              ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const STATES: Record<Member['status'], string> = {
  pending: 'A spot is held.',
  confirmed: 'Coming.',
  cancelled: 'Canceled.',
  expired: 'The hold ran out.',
  refunded: 'Refunded.',
}

/** Describes one guest of the party: `"Coming. Details still missing."` */
function describeState({ status, detailsGiven }: Member): string {
  if (!isActive(status)) return STATES[status]
  return `${STATES[status]} ${detailsGiven ? 'We have their details.' : 'Details still missing.'}`
}
