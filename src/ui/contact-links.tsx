/** The links by which a person is written to or called. */
import { phoneHref } from '#shared/text.ts'

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

/** Fewer digits are no number to call. */
const LEAST_DIGITS = 5

/** A number to tap, where there is one in what was written. */
export function PhoneLink({ phone, className }: { phone: string; className?: string }) {
  if (phone.replaceAll(/\D/g, '').length < LEAST_DIGITS) return phone
  return (
    <a className={className} href={phoneHref(phone)}>
      {phone}
    </a>
  )
}
