/** Handles the admin calls about e-mails. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { findEmail } from '#platform/email-queue.ts'
import type { Caller } from '#platform/http/context.ts'
import { REQUIRED } from '#shared/fields.ts'
import {
  previewEmail,
  refusalOf,
  requestEmail,
  type Requested,
  resendEmail,
  showEmail,
  listProgress,
  progressOf,
  readEmailPage,
  retryFailed,
  typesHiddenFrom,
} from './admin-emails.ts'
import {
  type AdminType,
  getMail,
  getProgress,
  listAllEmails,
  previewMail,
  retryFailed as retryEndpoint,
  resendMail,
  sendInfoReminder,
  sendInitialSignup,
  sendPaymentReminder,
  sendWelcome,
} from './contract.ts'
import { findReservationOfInvoice } from './store/rows.ts'
import type { Unwritten, WritingDeps } from './write.ts'

export function emailHandlers(deps: WritingDeps): Bound[] {
  const isHidden = async (id: number, caller: Caller) => {
    const email = await findEmail(deps.db, id)
    return email !== undefined && typesHiddenFrom(caller).includes(email.emailType)
  }
  return [
    bindSending(deps, sendWelcome, 'welcome-info'),
    bindSending(deps, sendInfoReminder, 'info-remind'),
    bindSending(deps, sendInitialSignup, 'signup-success-simple'),

    bind(sendPaymentReminder, async ({ body: { invoice, attempt } }, { caller }) => {
      const found = await findReservationOfInvoice(
        deps.db,
        typeof invoice === 'number' ? invoice : invoice.id,
      )
      if (!found) return fail('not_found')
      const by = actorOf(caller)
      const asked = await requestEmail(deps, { type: 'invoice-remind', ...found, attempt, by })
      return isPaid(asked) ? fail('already_paid') : replyOf(asked)
    }),

    bind(previewMail, async ({ query: { type, reservationId, invoiceId = null } }) => {
      if (type === 'invoice-remind' && invoiceId === null)
        return fail('invalid', { fields: { invoiceId: REQUIRED } })
      const about = type === 'invoice-remind' ? invoiceId : null
      const row = { emailType: type, reservationId, waitlistEntryId: null, invoiceId: about }
      const preview = await previewEmail(deps, row)
      if (isPaid(preview)) return fail('already_paid')
      return preview.ready ? preview.finished : refuse(preview)
    }),

    bind(getMail, async ({ query: { id } }, { caller }) => {
      const shown = (await isHidden(id, caller)) ? undefined : await showEmail(deps, id)
      return shown ?? fail('not_found')
    }),

    bind(listAllEmails, async ({ query }, { caller }) => readEmailPage(deps, query, caller)),

    bind(getProgress, async ({ query: { ids } }) =>
      progressOf(await listProgress(deps, { ids: ids.split(',').map(Number) })),
    ),

    bind(retryEndpoint, async ({ body: { ids } }, { caller }) => {
      const hidden = await Promise.all(ids.map((id) => isHidden(id, caller)))
      const shown = ids.filter((_id, index) => !hidden[index])
      return { again: await retryFailed(deps, { ids: shown, by: actorOf(caller) }) }
    }),

    bind(resendMail, async ({ body: { id, attempt } }, { caller }) => {
      if (await isHidden(id, caller)) return fail('not_found')
      const asked = await resendEmail(deps, { id, attempt, by: actorOf(caller) })
      return asked === 'not_found' ? fail('not_found') : replyOf(asked)
    }),
  ]
}

const bindSending = (deps: WritingDeps, endpoint: typeof sendWelcome, type: AdminType): Bound =>
  bind(endpoint, async ({ body: { reservationId, attempt } }, { caller }) =>
    replyOf(await requestEmail(deps, { type, reservationId, invoiceId: null, attempt, by: actorOf(caller) })),
  )

const isPaid = (asked: { ready: true } | Unwritten) => !asked.ready && asked.reason === 'already_paid'

const replyOf = (asked: Requested) => (asked.ready ? { mailId: asked.mailId } : refuse(asked))

function refuse(unwritten: Unwritten) {
  const { code, ...words } = refusalOf(unwritten)
  return fail(code, words)
}
