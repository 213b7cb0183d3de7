/** A mail as it went out, kept sealed with its row (R9.7). */
import type { Sealed } from '#platform/database/schema/columns.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { MailShown } from './desk/contract.ts'

/** A row of `emails` has no uuid; its Message-ID is as much its own. */
const placeOf = (messageId: string) => ({ table: 'emails', row: messageId, column: 'content' })

export function sealMail(sealer: Sealer, messageId: string, { to, subject, html, text }: MailShown): Sealed {
  return sealer.seal(placeOf(messageId), JSON.stringify({ to, subject, html, text }))
}

/** Throws when it was changed or moved (see `Sealer.open`). */
export function openMail(sealer: Sealer, messageId: string, content: Sealed): MailShown {
  return JSON.parse(sealer.open(placeOf(messageId), content)) as MailShown
}
