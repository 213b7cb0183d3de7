import type { ReactNode } from 'react'
import * as content from '#content/terms-of-stay.mdx'
import { PrintButton } from '#app/ui/button.tsx'
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

interface Refund {
  when: string
  /** How much of the price the venue refunds, as text in large type. */
  back: string
  rest?: string
}

/**
 * Renders a table of how much the venue refunds by the day of canceling, for a tag in the page's text. Example:
 * `<Refunds columns={['You cancel', 'You get back']} rows={[{ when: 'Within 30 days', back: 'Nothing' }]} />`.
 */
function Refunds({ columns, rows }: { columns: [when: string, back: string]; rows: Refund[] }) {
  return (
    <table className="refunds">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ when, back, rest }) => (
          <tr key={when}>
            <th scope="row">{when}</th>
            <td>
              <strong>{back}</strong> {rest}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const parts = { Terms, Refunds }

export const { handle, meta, Page } = infoRoute(paths.termsOfStay, content, { parts })
export default Page
