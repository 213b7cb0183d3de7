/** Reads a guest's captured e-mails, and presses the button in an e-mail that asks for a confirmation. */
import type { TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { confirmSpots } from '#domain/booking/contract/confirm-spots.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Runs the site's jobs. Then returns the e-mails sent to an address, newest first. */
export async function mailsTo(app: Pick<TestApp, 'request' | 'runJobs'>, email: string): Promise<Mail[]> {
  await app.runJobs()
  const mails = (await (await app.request('/dev/mail.json')).json()) as Mail[]
  return mails.filter(({ to }) => to.includes(email))
}

/**
 * Returns the tokens of all links by which the guest at this address can confirm held spots, newest first.
 */
export async function linksTo(app: Pick<TestApp, 'request' | 'runJobs'>, email: string): Promise<string[]> {
  const mails = await mailsTo(app, email)
  return mails.flatMap(({ text }) => {
    const [, token] = /\/confirm\/([\w.-]+)/.exec(text) ?? []
    return token ? [token] : []
  })
}

/** Presses the button in the newest e-mail that asks the guest to confirm held spots. */
export async function confirmByMail(
  app: Pick<TestApp, 'request' | 'runJobs'> & { browser: () => TestBrowser },
  email: string,
) {
  const [token] = await linksTo(app, email)
  if (!token) throw new Error(`no e-mail to confirm spots came to ${email}`)
  return app.browser().call(confirmSpots, { body: { token } })
}
