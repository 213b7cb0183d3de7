import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import './shell.css'

/** The shell of every page: skip link, bar, content, footer. `drawer.ts` may make parts inert before React comes. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip" suppressHydrationWarning>
        Skip to content
      </a>
      <Header />
      <div className="page" suppressHydrationWarning>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </div>
    </>
  )
}
