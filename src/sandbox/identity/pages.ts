/** The provider's pages. They work without scripts; the one script there is presses a button that stays there without it. */
import { html, raw } from 'hono/html'

export type Markup = ReturnType<typeof html>

const layout = (title: string, content: Markup) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Twelve Mile Ranch</title>
        <link rel="stylesheet" href="${MOUNT}/style.css" />
      </head>
      <body>
        <header>
          <p class="brand"><a href="/">Twelve Mile Ranch</a> <span class="mark">Demo</span></p>
        </header>
        <main>${content}</main>
      </body>
    </html>`

interface SignInPage {
  /** Proves that the form is ours. */
  token: string
  /** The address typed before. */
  email: string
  problem: string | null
}

export function signInPage({ token, email, problem }: SignInPage): Markup {
  return layout(
    'Sign in',
    html`<h1>Sign in</h1>
      ${
        problem === null
          ? ''
          : html`<p class="problem" role="alert" id="problem" tabindex="-1" autofocus>${problem}</p>`
      }
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          value="${email}"
          ${problem === null ? raw('autofocus') : raw('aria-describedby="problem"')}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${problem === null ? '' : raw('aria-describedby="problem"')}
        />
        <p class="buttons">
          <button type="submit">Sign in</button>
          <button type="submit" name="cancel" value="yes" class="plain" formnovalidate>Cancel</button>
        </p>
      </form>
      <p class="about">
        This stands in for a real identity provider while none is set. The people here are samples:
        admin@example.test runs the ranch, guest@example.test does not. Their password was printed when the
        site started.
      </p>`,
  )
}

/** The library's own form needs a button; `sure`: it is pressed at once. Null: it is done. */
export function goodbyePage(form: string | null, sure: boolean): Markup {
  if (form === null)
    return layout(
      'Signed out',
      html`<h1>You are signed out</h1>
        <p><a href="/">Back to the start</a></p>`,
    )
  return layout(
    'Log out',
    html`<h1>Log out?</h1>
      ${raw(form)}
      <p class="buttons">
        <button type="submit" form="op.logoutForm" name="logout" value="yes" ${sure ? raw('autofocus') : ''}>
          Log out
        </button>
        <button type="submit" form="op.logoutForm" class="plain">Stay signed in</button>
      </p>
      ${sure ? raw(`<script>${PRESS}</script>`) : ''}`,
  )
}

/** The one script of these pages; their policy names it. */
export const PRESS = "document.querySelector('button[name=logout]').click()"

const WORDS: Record<string, string> = {
  gone: 'This sign-in has run out, or was begun in another browser.',
}

/** `error`: OAuth's own word. */
export const errorPage = (error: string): Markup =>
  layout(
    'Sign-in',
    html`<h1>That did not work</h1>
      <p>${WORDS[error] ?? `The sign-in was asked for in a way that it does not take (${error}).`}</p>
      <p><a href="/api/auth/login">Try again</a> or go <a href="/">back to the start</a>.</p>`,
  )

// The provider's addresses, for those who draw its pages and those who answer them.

/** Below the site's origin. */
export const MOUNT = '/dev/oidc'
/** Below the mount; then comes the name of the sign-in that was begun. */
export const SIGN_IN = 'sign-in'
