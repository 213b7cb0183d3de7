import type { ReactNode } from 'react'
import * as content from '#content/terms-of-stay.mdx'
import { PrintButton } from '#app/ui/button.tsx'
import { RefundTable } from '#app/ui/refund-table.tsx'
import { paths } from '#app/paths.ts'
import { infoRoute } from './info-page.tsx'

/** Renders `<Terms>…</Terms>`: a panel whose headings are numbered. */
function Terms({ children }: { children: ReactNode }) {
  return (
    <article className="terms paper on-sheet column paper-over prose">
      {children}
      <p>
        <PrintButton />
      </p>
    </article>
  )
}

export const parts = { Terms, Refunds: RefundTable }

export const { handle, meta, Page } = infoRoute(paths.termsOfStay, content, { parts })
export default Page
