/**
 * The details that a guest has given, as admins see them in the roster's dialog and on the reservation's
 * page.
 */
import type { ReactNode } from 'react'
import { formatInstant } from '#shared/format-days.ts'
import { DETAIL_KINDS, GUEST_DETAILS, GUEST_FIELD_LABELS, type GuestDetail } from '#shared/guest-details.ts'
import { termsPath } from '#shared/links.ts'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { EmailLink } from '#app/ui/links.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { type Fact, Facts } from '#app/ui/facts.tsx'
import { Text } from '#app/ui/text.tsx'

interface GuestProps {
  guest: AdminReservation
}

const CARE = ['foodAllergies', 'medicalConditions'] as const satisfies GuestDetail[]
const REST = GUEST_DETAILS.filter((name) => CARE.every((first) => first !== name))

function detailOf(guest: AdminReservation, name: GuestDetail): Fact {
  const value = guest[name]
  const isNumber = value !== null && DETAIL_KINDS[name] === 'phone'
  return [GUEST_FIELD_LABELS[name], isNumber ? <PhoneLink phone={value} /> : value]
}

export const GuestCare = ({ guest }: GuestProps) => (
  <Facts className="guest-care" facts={withPlaceholders(CARE.map((name) => detailOf(guest, name)))} />
)

/**
 * Renders the guest's details that neither the kitchen nor a first-aider needs, and then the labels and
 * values in `more`.
 */
export const GuestFacts = ({ guest, more }: GuestProps & { more?: Fact[] }) => (
  <Facts
    className="guest-facts"
    facts={withPlaceholders([
      ['Email', guest.email && <EmailLink email={guest.email} />],
      ...REST.map((name) => detailOf(guest, name)),
      ['Photos', describePhotoConsent(guest)],
      ['Terms of Stay', describeConsent(guest)],
      ...(more ?? []),
    ])}
  />
)

/** Replaces empty values in a list of details about a guest by "Not given yet". */
const withPlaceholders = (facts: Fact[]): Fact[] =>
  facts.map(([label, value]) => [label, value || <span className="note">Not given yet</span>])

/** Says whether the guest may appear in photos. Returns null if the guest has not answered that question. */
function describePhotoConsent({ photoConsent, additionalInformationProvided: asked }: AdminReservation) {
  if (photoConsent) return 'May be in photos'
  return asked ? 'No photos, please' : null
}

/**
 * How many characters of the hash of the Terms of Stay an admin sees. Eight are enough to tell two versions
 * apart.
 */
const SHORT_HASH = 8

/**
 * Renders a guest's consent: the version of the Terms of Stay, the time, and whether the site still publishes
 * this version.
 */
function describeConsent({ safetyConsent, consent }: AdminReservation): ReactNode {
  if (consent === null) return safetyConsent ? 'Agreed' : 'Not agreed to yet'
  return (
    <>
      <Text>
        {safetyConsent ? 'Agreed' : 'Withdrawn. Was agreed to'} {formatInstant(consent.at)}
      </Text>
      <span className="guest-consent note">
        Version <code>{consent.termsHash.slice(0, SHORT_HASH)}</code>:{' '}
        {consent.current ? (
          <a href={termsPath} target="_blank" rel="noreferrer">
            the terms published now
          </a>
        ) : (
          <Text>earlier terms, not the ones published now</Text>
        )}
      </span>
    </>
  )
}
