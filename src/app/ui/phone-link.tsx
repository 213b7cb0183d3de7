/**
 * A link to a phone number. It has its own file, because the code that parses phone numbers is large and most
 * pages need none of it.
 */
import { phoneHref } from '#shared/phones.ts'

/** Renders the text as a tel link, or as plain text if it has no phone number. */
export function PhoneLink({ phone, className }: { phone: string; className?: string }) {
  const href = phoneHref(phone)
  if (href === null) return phone
  return (
    <a className={className} href={href}>
      {phone}
    </a>
  )
}
