/** The identity provider's own pages: sign-in, sign-out confirmation, and errors. */
import { html, raw } from 'hono/html'

export type Markup = ReturnType<typeof html>

export const MOUNT = '/dev/oidc'

const page = (title: string, content: Markup) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Twelve Mile Ranch</title>
      </head>
      <body>
        <header><p>Demo</p></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`

/**
 * Renders the sign-in page.
 * @param email the address that the person typed before
 */
export const signInPage = (email = '', problem: string | null = null): Markup =>
  page(
    'Sign in',
    html`${problem === null ? '' : html`<p role="alert">${problem}</p>`}
      <form method="post">
        <p>
          <label for="email">Email</label><br />
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            required
            autofocus
            value="${email}"
          />
        </p>
        <p>
          <label for="password">Password</label><br />
          <input id="password" name="password" type="password" autocomplete="current-password" required />
        </p>
        <button type="submit">Sign in</button>
        <button type="submit" name="cancel" value="yes" formnovalidate>Cancel</button>
      </form>
      <p>
        This page stands in for an identity provider while none is set. admin@example.test is an admin of the
        site, guest@example.test is not. The site printed their password when it started.
      </p>`,
  )

/**
 * The script that clicks the button of the sign-out page. The page's content policy allows no other script.
 */
export const PRESS = "document.querySelector('button[name=logout]').click()"

/**
 * Renders the sign-out page.
 * @param form the library's own form, without a button
 * @param sure true if the site has sent the signed-in person here, so no question is needed
 */
export const signOutPage = (form: string, sure: boolean): Markup =>
  page(
    'Log out',
    html`${raw(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes">Log out</button>
      ${sure ? raw(`<script>${PRESS}</script>`) : ''}`,
  )

export const signedOutPage = (): Markup => page('You are signed out', html`<p><a href="/">Home page</a></p>`)

export const problemPage = (problem: string): Markup =>
  page(
    'That did not work',
    html`<p>${problem}</p>
      <p><a href="/api/auth/login">Try again</a> or go to the <a href="/">home page</a>.</p>`,
  )
