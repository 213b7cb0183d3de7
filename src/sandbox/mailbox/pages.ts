/** The mailbox as HTML. Everything from a mail is escaped by `html`; there are no scripts. */
import { html } from 'hono/html'
import { RANCH_ZONE } from '#shared/days.ts'
import { type CapturedMail, type MailSummary, MOST_MAILS } from './store.ts'

const MAILBOX = '/dev/mail'

const whenFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: RANCH_ZONE,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const when = (date: string) => whenFormat.format(new Date(date))

const layout = (title: string, content: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${MAILBOX}/style.css" />
      </head>
      <body>
        <header>
          <p class="brand"><a href="${MAILBOX}">Mailbox</a> <span class="mark">Demo</span></p>
          <p class="about">
            The site has no mail server, so its emails stay here. Nothing leaves this machine.
          </p>
        </header>
        <main>${content}</main>
      </body>
    </html>`

export function listPage(mails: MailSummary[]) {
  const items = mails.map(
    (mail) =>
      html`<li>
        <a class="mail" href="${MAILBOX}/${mail.id}">
          <span class="subject">${mail.subject}</span>
          <span class="meta">To ${mail.to}</span>
          <time datetime="${mail.date}">${when(mail.date)}</time>
        </a>
      </li>`,
  )
  const list = html`<ul class="mails">
    ${items}
  </ul>`
  return layout(
    'Mailbox',
    html`<h1>${countOf(mails)}</h1>
      ${
        mails.length === 0
          ? html`<p class="empty">Sign up for an event, and the confirmation lands here.</p>`
          : list
      }`,
  )
}

function countOf({ length }: MailSummary[]): string {
  if (length === 0) return 'No email yet'
  return length === 1 ? 'One email' : `${length} emails, newest first`
}

export function mailPage(mail: CapturedMail) {
  const attachments = mail.attachments.map(
    ({ filename, contentType }, index) =>
      html`<li>
        <a href="${MAILBOX}/${mail.id}/attachments/${index}" download="${filename}">${filename}</a>
        <span class="meta">${contentType}</span>
      </li>`,
  )
  const headers = mail.headers.map(
    ({ name, value }) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${value}</td>
      </tr>`,
  )
  return layout(
    `${mail.subject} · Mailbox`,
    html`<p><a href="${MAILBOX}">All emails</a></p>
      <h1>${mail.subject}</h1>
      <dl class="envelope">
        <dt>From</dt>
        <dd>${written(mail.people.from)}</dd>
        <dt>To</dt>
        <dd>${written(mail.people.to)}</dd>
        <dt>Sent</dt>
        <dd><time datetime="${mail.date}">${when(mail.date)}</time> at the ranch</dd>
      </dl>
      ${
        attachments.length > 0
          ? html`<ul class="files">
              ${attachments}
            </ul>`
          : ''
      }
      <iframe
        title="The email as it looks"
        src="${MAILBOX}/${mail.id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>
      <p><a href="${MAILBOX}/${mail.id}/html">Open it alone</a></p>
      <details open>
        <summary>Plain text</summary>
        <pre tabindex="0">${mail.text}</pre>
      </details>
      <details>
        <summary>Headers</summary>
        <div class="scroll" tabindex="0" role="region" aria-label="Headers">
          <table>
            ${headers}
          </table>
        </div>
        <p><a href="${MAILBOX}/${mail.id}/source">The whole source</a></p>
      </details>`,
  )
}

const written = ({ name, address }: CapturedMail['people']['from']): string =>
  name ? `${name} <${address}>` : address

export const notFoundPage = () =>
  layout(
    'Not here · Mailbox',
    html`<h1>This email is not here</h1>
      <p>Only the newest ${MOST_MAILS} are kept. <a href="${MAILBOX}">All emails</a></p>`,
  )
