/** Mails to look at: as they went out, or as they would be sent now. */
import type { RenderEmail } from '../content.ts'
import { openMail } from '../kept.ts'
import { type MailAbout, type Unwritten, writeMail, type WritingDeps } from '../write.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { getMail, MailShown } from './contract.ts'
import { findMail } from './store.ts'

export interface ShowingDeps extends WritingDeps {
  renderEmail: RenderEmail
}

/** The mail as it would be sent now. */
export async function showNow(
  deps: ShowingDeps,
  about: MailAbout,
): Promise<{ ready: true; mail: MailShown } | Unwritten> {
  return writeMail(deps, about, async ({ content, to }) => {
    const { subject, html, text } = await deps.renderEmail(content)
    return { to: to.address, subject, html, text }
  })
}

/** One that is there, whatever became of it. After the purge nothing of it is shown. */
export async function showMail(deps: ShowingDeps, id: number): Promise<ReplyOf<typeof getMail> | undefined> {
  const found = await findMail(deps.db, id)
  if (!found || found.mail.status === 'dropped') return undefined
  const { emailType, status, sentAt, failure } = found.mail
  const mail = found.purgedAt === null ? await shown(deps, found.mail) : null
  return { id, emailType, status, sentAt: sentAt?.toISOString() ?? null, failure, mail }
}

type MailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>['mail']

async function shown(deps: ShowingDeps, mail: MailRow): Promise<MailShown | null> {
  if (mail.status === 'sent') return mail.content && openMail(deps.sealer, mail.messageId, mail.content)
  const now = await showNow(deps, mail)
  return now.ready ? now.mail : null
}
