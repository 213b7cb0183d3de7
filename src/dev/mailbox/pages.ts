/** Renders the pages of the e-mail sandbox as HTML without scripts. `html` escapes all texts from e-mails. */
import { html } from 'hono/html'
import { RANCH_ZONE } from '#shared/days.ts'
import type { CapturedMail, MailSummary } from './store.ts'

const MAILBOX = '/dev/mail'

const whenFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: RANCH_ZONE,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const when = (date: string) => html`<time datetime="${date}">${whenFormat.format(new Date(date))}</time>`

const page = (title: string, content: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Mailbox</title>
      </head>
      <body>
        <header><p>Demo</p></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`

export const listPage = (mails: MailSummary[]) =>
  page(
    mails.length === 0 ? 'No email yet' : 'Emails, newest first',
    html`<p>The site has no mail server, so its emails stay on this machine.</p>
      <ul>
        ${mails.map(
          (mail) =>
            html`<li>
              <a href="${MAILBOX}/${mail.id}">${mail.subject}</a><br />${mail.to}, ${when(mail.date)}
            </li>`,
        )}
      </ul>`,
  )

export const mailPage = (mail: CapturedMail) =>
  page(
    mail.subject,
    html`<p><a href="${MAILBOX}">All emails</a></p>
      <p>
        From ${written(mail.people.from)}<br />To ${written(mail.people.to)}<br />Sent ${when(mail.date)} at
        the ranch
      </p>
      <ul>
        ${mail.attachments.map(
          ({ filename }, index) =>
            html`<li>
              <a href="${MAILBOX}/${mail.id}/attachments/${index}" download="${filename}">${filename}</a>
            </li>`,
        )}
      </ul>
      <iframe
        title="The email as it looks"
        src="${MAILBOX}/${mail.id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        width="100%"
        height="700"
      ></iframe>
      <p>
        <a href="${MAILBOX}/${mail.id}/html">Only the email</a> ·
        <a href="${MAILBOX}/${mail.id}/source">Its source</a>
      </p>
      <h2>Plain text</h2>
      <pre tabindex="0">${mail.text}</pre>`,
  )

const written = ({ name, address }: CapturedMail['people']['from']): string =>
  name ? `${name} <${address}>` : address

export const notFoundPage = () =>
  page('This email is not here', html`<p><a href="${MAILBOX}">All emails</a></p>`)
