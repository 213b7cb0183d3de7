/**
 * A link to a phone number. It is in a file of its own, because the code that parses phone numbers is large
 * and most pages do not need it.
 */
import { phoneHref } from '#shared/phones.ts'

/**
 * Renders a text as a tel link to the phone number in it. Renders plain text if it contains no phone number.
 */
export function PhoneLink({ phone, className }: { phone: string; className?: string }) {
  const href = phoneHref(phone)
  if (href === null) return phone
  return (
    <a className={className} href={href}>
      {phone}
    </a>
  )
}
