/** A link to a phone. It stands alone: what reads numbers is heavy, and most pages have none. */
import { phoneHref } from '#shared/phones.ts'

/** A number to tap, where there is one in what was written. */
export function PhoneLink({ phone, className }: { phone: string; className?: string }) {
  const href = phoneHref(phone)
  if (href === null) return phone
  return (
    <a className={className} href={href}>
      {phone}
    </a>
  )
}
