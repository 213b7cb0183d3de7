/**
 * Serves an e-mail as its own document, for a frame on an admin page. E-mails contain styles, which our
 * pages' content security policy forbids. `srcdoc`, `blob:` and `data:` frames would inherit that policy.
 * This document's own policy allows styles, but no scripts, requests or forms. Its links do nothing on
 * purpose: they are a guest's private links, and the reader is an admin.
 */
import { callContext } from '#app/server-context.ts'
import { ADMIN_TYPES, getMail, previewMail } from '#domain/mail/emails/contract.ts'
import type { Call } from '#shared/client.ts'
import type { Route } from './+types/mail-document'

const POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = await mailHtml(context.get(callContext), new URL(request.url).searchParams)
  return new Response(typeof asked === 'string' ? asked : 'This email cannot be shown.', {
    status: typeof asked === 'string' ? 200 : asked.status,
    headers: {
      'content-type': `text/${typeof asked === 'string' ? 'html' : 'plain'}; charset=utf-8`,
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
    },
  })
}

/**
 * Returns the HTML of a stored e-mail if the query has an `id`, otherwise the HTML of a preview. The API
 * checks access.
 */
async function mailHtml(call: Call, params: URLSearchParams): Promise<string | { status: number }> {
  const id = params.get('id')
  if (id !== null) {
    const found = await call(getMail, { query: { id } })
    return found.ok ? (found.data.mail?.html ?? { status: 404 }) : found
  }
  const type = ADMIN_TYPES.find((each) => each === params.get('type'))
  if (!type) return { status: 404 }
  const query = {
    type,
    reservationId: params.get('reservationId'),
    invoiceId: params.get('invoiceId') ?? undefined,
  }
  const found = await call(previewMail, { query })
  return found.ok ? found.data.html : found
}
