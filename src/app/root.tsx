import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunction } from 'react-router'
import { ApiProvider } from '#app/ui/api.tsx'
import { LeaveGuardSlot } from '#app/ui/tab-store.ts'
import { LiveRegion } from '#app/ui/toast.tsx'
import type { Route } from './+types/root'
import { browserCall } from './browser-call.ts'
import { recordTexts } from './hydrate-translated.ts'
import { Shell } from './layout/shell.tsx'
import { themeColor } from './page-meta.ts'
import { ErrorPage } from './error-page.tsx'
import { paths } from './paths.ts'
import { siteContext } from './server-context.ts'
import besley from './styles/fonts/besley.woff2?url'
import instrumentSans from './styles/fonts/instrument-sans.woff2?url'
import siteSheet from './styles/site.css?url'

// Starts to record the texts that a translator replaces as soon as this module loads, because each page loads
// this module first.
if (typeof document !== 'undefined') recordTexts()

export function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(siteContext) }
}

/** Does not refetch the root's data on navigation, because this data is the same on every page. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => currentUrl.pathname === nextUrl.pathname && defaultShouldRevalidate

export const links: Route.LinksFunction = () => [
  // In tests, an imported stylesheet is an empty string.
  ...(siteSheet === '' ? [] : [{ rel: 'stylesheet', href: siteSheet }]),
  ...[besley, instrumentSans].map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: paths.webManifest },
]

/** Components call the API from the browser. Loaders call it inside the server process instead. */
const API = { call: browserCall, signInHref: paths.login(paths.admin) }

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={themeColor.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={themeColor.dark} media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body className="on-ground">
        <ApiProvider value={API}>
          <Shell>{children}</Shell>
          <LiveRegion />
          <LeaveGuardSlot />
        </ApiProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
