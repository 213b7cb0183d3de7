/** `lost-link`: sends the private links of an e-mail address to that address, after a visitor asked for them. */
import { Fragment } from 'react'
import { privateLink } from '#shared/links.ts'
import { isActive } from '#shared/reservation-status.ts'
import { oneLine } from '#shared/text.ts'
import { Fact, FactList, WhenFact } from '../../layout/fact-list.tsx'
import { DeletedAfterEvent, Letter } from '../../layout/letter.tsx'
import { MainButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { greetingName } from '../addresses.ts'
import { reservationEmail, type ReservationSource } from '../definition.ts'

export const lostLink = reservationEmail({
  dropReason({ rows: { reservation, event }, today }) {
    if (!isActive(reservation.status)) return 'not_standing'
    return today > event.endDateDate ? 'over' : null
  },
  facts: factsOf,
  subject: (facts) => `${titleOf(facts)}, as you asked`,
  preview: ({ stays }) => (stays.length === 1 ? 'The link to your page.' : 'One for each stay.'),
  Content: LostLink,
  listsStays: true,
})

function factsOf({ stays, publicUrl }: Pick<ReservationSource, 'stays' | 'publicUrl'>) {
  const names = new Set(stays.map(greetingName))
  const [name = null] = names
  const ofOne = names.size === 1
  return {
    /**
     * The name in the greeting. Null for a greeting without a name, for example if the stays belong to several
     * people.
     */
    guest: ofOne ? name : null,
    /**
     * The stays by their first day, at least one. `guest` is the guest's name if the stays belong to several people,
     * otherwise null.
     */
    stays: stays.map((stay) => ({
      event: { ...stay.event, name: oneLine(stay.event.name) },
      guest: ofOne ? null : greetingName(stay),
      link: privateLink(publicUrl, stay.uuid),
    })),
  }
}

type Facts = ReturnType<typeof factsOf>

const titleOf = ({ stays }: Facts) => (stays.length === 1 ? 'Your private link' : 'Your private links')

function LostLink(facts: Facts) {
  const { guest, stays } = facts
  return (
    <Letter
      kicker="Lost and found"
      title={titleOf(facts)}
      detail="As you asked"
      greeting={guest === null ? 'Howdy,' : `Howdy ${guest},`}
      footer={<DeletedAfterEvent />}
    >
      <Paragraph>
        {stays.length === 1
          ? 'Here’s the link to your private page.'
          : 'Here are the links to your private pages.'}
      </Paragraph>
      {stays.map(({ event, guest: whose, link }) => (
        <Fragment key={link}>
          <FactList>
            <Fact label="Retreat">{event.name}</Fact>
            <WhenFact {...event} />
            {whose !== null && <Fact label="Guest">{whose}</Fact>}
          </FactList>
          <MainButton href={link}>Open your page</MainButton>
        </Fragment>
      ))}
      <Paragraph>
        Anyone with the link can see what you told us, so keep it to yourself. Didn’t ask for this? Then
        someone typed your address into our form. They saw nothing, and nothing has changed.
      </Paragraph>
    </Letter>
  )
}
