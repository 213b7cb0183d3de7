/** What a guest has told, for admins: in the roster's dialog and on the reservation's own page. */
import type { ReactNode } from 'react'
import { formatInstant } from '#shared/format-days.ts'
import { termsPath } from '#shared/links.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'

interface GuestProps {
  guest: AdminReservation
}

/** First what a kitchen and a first-aid kit must know. */
export function GuestCare({ guest }: GuestProps) {
  return (
    <dl className="guest-care">
      <Detail label="Food allergies">{guest.foodAllergies}</Detail>
      <Detail label="Medical conditions">{guest.medicalConditions}</Detail>
    </dl>
  )
}

interface GuestFactsProps extends GuestProps {
  /** More of them. */
  children?: ReactNode
}

export function GuestFacts({ guest, children }: GuestFactsProps) {
  return (
    <dl className="guest-facts">
      <Detail label="Nickname">{guest.nickname}</Detail>
      <Detail label="Email">{guest.email ? <EmailLink email={guest.email} /> : null}</Detail>
      <Detail label="Phone">
        <PhoneLink phone={guest.phone} />
      </Detail>
      <Detail label="Address">{guest.address}</Detail>
      <Detail label="Emergency contact">{guest.emergencyContactName}</Detail>
      <Detail label="Emergency phone">
        <PhoneLink phone={guest.emergencyContactPhone} />
      </Detail>
      <Detail label="Other information">{guest.otherInformation}</Detail>
      <Detail label="Photos">{photoWords(guest)}</Detail>
      <Detail label="Terms of Stay">
        <Consent guest={guest} />
      </Detail>
      {children}
    </dl>
  )
}

/** Null before anybody has asked the guest. */
function photoWords({ photoConsent, additionalInformationProvided: asked }: AdminReservation) {
  if (photoConsent) return 'May be in photos'
  return asked ? 'No photos, please' : null
}

/** A fact with its name; one that was never told says so. */
export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">{children ?? <NotTold />}</dd>
    </div>
  )
}

const NotTold = () => <span className="note">Not given yet</span>

function PhoneLink({ phone }: { phone: string | null }) {
  return phone ? <a href={`tel:${phone}`}>{phone}</a> : <NotTold />
}

/** Enough of a hash to tell two versions apart. */
const SHORT_HASH = 8

/** The evidence: what was agreed to, when, and whether the same terms are still published. */
function Consent({ guest: { safetyConsent, consent } }: GuestProps) {
  if (consent === null) return safetyConsent ? 'Agreed' : 'Not agreed to yet'
  return (
    <>
      {safetyConsent ? 'Agreed' : 'Withdrawn. Was agreed to'} {formatInstant(consent.at)}
      <span className="guest-consent note">
        Version <code>{consent.termsHash.slice(0, SHORT_HASH)}</code>:{' '}
        {consent.current ? (
          <a href={termsPath} target="_blank" rel="noreferrer">
            the terms published now
          </a>
        ) : (
          'earlier terms, not the ones published now'
        )}
      </span>
    </>
  )
}

/** An address that is written to at a press; a narrow column breaks it before its @. */
export function EmailLink({ email, className }: { email: string; className?: string }) {
  const at = email.lastIndexOf('@')
  return (
    <a className={className} href={`mailto:${email}`}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  )
}
