/** The mail with the private links of an address. */
import { privateLink } from '#shared/links.ts'
import { oneLine } from '#shared/text.ts'
import type { LostLinkContent } from '../content.ts'
import { greetingName } from '../rules.ts'
import type { Composing } from './common.ts'

export function lostLink({ stays, publicUrl, venue }: Composing): LostLinkContent {
  const names = new Set(stays.map(greetingName))
  const [name = null] = names
  const ofOne = names.size === 1
  return {
    type: 'lost-link',
    venue,
    guest: ofOne ? name : null,
    stays: stays.map((stay) => ({
      event: { ...stay.event, name: oneLine(stay.event.name) },
      guest: ofOne ? null : greetingName(stay),
      link: privateLink(publicUrl, stay.uuid),
    })),
  }
}
