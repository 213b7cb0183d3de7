/** Answers what admins ask of the mails to a guest. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { REQUIRED } from '#shared/fields.ts'
import {
  type DeskType,
  getMail,
  previewMail,
  resendMail,
  sendInfoReminder,
  sendInitialSignup,
  sendPaymentReminder,
  sendWelcome,
} from './contract.ts'
import { type ShowingDeps, showMail, showNow } from './read.ts'
import { requestMail, type Requested, resend } from './request.ts'
import { refusalOf } from './rules.ts'
import { findInvoice } from './store.ts'
import type { Unwritten } from '../write.ts'

export function mailDeskHandlers(deps: ShowingDeps): Bound[] {
  return [
    bindSending(deps, sendWelcome, 'welcome-info'),
    bindSending(deps, sendInfoReminder, 'info-remind'),
    bindSending(deps, sendInitialSignup, 'signup-success-simple'),

    bind(sendPaymentReminder, async ({ body: { invoice, attempt } }, { caller }) => {
      const found = await findInvoice(deps.db, typeof invoice === 'number' ? invoice : invoice.id)
      if (!found) return fail('not_found')
      const by = actorOf(caller)
      const asked = await requestMail(deps, { type: 'invoice-remind', ...found, attempt, by })
      return isPaid(asked) ? fail('already_paid') : replyOf(asked)
    }),

    bind(previewMail, async ({ query: { type, reservationId, invoiceId = null } }) => {
      if (type === 'invoice-remind' && invoiceId === null)
        return fail('invalid', { fields: { invoiceId: REQUIRED } })
      const about = type === 'invoice-remind' ? invoiceId : null
      const shown = await showNow(deps, {
        emailType: type,
        reservationId,
        waitlistEntryId: null,
        invoiceId: about,
      })
      if (isPaid(shown)) return fail('already_paid')
      return shown.ready ? shown.mail : refuse(shown)
    }),

    bind(getMail, async ({ query: { id } }) => (await showMail(deps, id)) ?? fail('not_found')),

    bind(resendMail, async ({ body: { id, attempt } }, { caller }) => {
      const asked = await resend(deps, { id, attempt, by: actorOf(caller) })
      return asked === 'not_found' ? fail('not_found') : replyOf(asked)
    }),
  ]
}

type Sending = typeof sendWelcome

function bindSending(deps: ShowingDeps, endpoint: Sending, type: DeskType): Bound {
  return bind(endpoint, async ({ body: { reservationId, attempt } }, { caller }) =>
    replyOf(await requestMail(deps, { type, reservationId, invoiceId: null, attempt, by: actorOf(caller) })),
  )
}

const isPaid = (asked: { ready: true } | Unwritten) => !asked.ready && asked.reason === 'already_paid'

function replyOf(asked: Requested) {
  return asked.ready ? { mailId: asked.mailId } : refuse(asked)
}

function refuse(unwritten: Unwritten) {
  const { code, ...words } = refusalOf(unwritten)
  return fail(code, words)
}
