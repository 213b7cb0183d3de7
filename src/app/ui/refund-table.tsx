/**
 * The table of what a guest who cancels gets back, by the day of canceling (R51.1). The event's page, the sign-up form,
 * the private page, the cancel dialog and the Terms of Stay show this one table.
 */
import type { ReactNode } from 'react'
import { Text } from '#app/ui/text.tsx'

interface RefundTableProps {
  /** What is refunded, by the days of canceling. Without rows, nothing is shown. */
  rows: readonly { when: string; back: string; rest?: string | undefined }[]
  note?: string | null
  /** Follows the note. */
  children?: ReactNode
}

export function RefundTable({ rows, note = null, children }: RefundTableProps) {
  if (rows.length === 0) return null
  return (
    <>
      <table className="ruled-table refunds">
        <thead>
          <tr>
            <th scope="col">If you cancel</th>
            <th scope="col">Your refund</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ when, back, rest }) => (
            <tr key={when}>
              <th scope="row">
                <Text>{when}</Text>
              </th>
              <td>
                <strong>
                  <Text>{back}</Text>
                </strong>{' '}
                {rest !== undefined && <Text>{rest}</Text>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {(note !== null || children !== undefined) && (
        <p className="note">
          <Text>{note !== null && `${note} `}</Text>
          {children}
        </p>
      )}
    </>
  )
}
