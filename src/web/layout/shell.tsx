import { lazy, type ReactNode } from 'react'
import { useSite } from '../site.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageChanges } from './page-changes.tsx'
import './shell.css'

/** Asked for only where an admin looks; should it not come, the page is there without it. */
const AdminBar = lazy(() => import('./admin-bar.tsx').catch(() => ({ default: () => null })))

/** The shell of every page: skip link, bar, content, footer. `drawer.ts` may make parts inert before React comes. */
export function Shell({ children }: { children: ReactNode }) {
  const site = useSite()
  return (
    <>
      <a href="#main" className="skip" suppressHydrationWarning>
        Skip to content
      </a>
      <PageChanges />
      <Header />
      <div className="page" suppressHydrationWarning>
        {site?.admin && <AdminBar />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </div>
    </>
  )
}
