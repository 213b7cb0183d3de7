import type { StoredData } from '#features/privacy/contract.ts'
import { formatDay } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import { detailWords, happeningWords, when } from './words.ts'

export function Money({ stored: { invoices, payments } }: { stored: StoredData }) {
  return (
    <section>
      <h2>Invoices and payments</h2>
      {invoices.length + payments.length === 0 && <p>None.</p>}
      <ul className="stored-list">
        {invoices.map(({ id, amount, due, reminderSentAt, ...invoice }) => (
          <li key={`invoice-${id}`}>
            Invoice {id}, {invoiceLabel(invoice)}: {formatMoney(amount)}
            {due && `, due ${formatDay(due)}`}
            {reminderSentAt && <span className="note">Reminded {when(reminderSentAt)}</span>}
          </li>
        ))}
        {payments.map(({ id, amount, method, paidAt, intentId, refunds }) => (
          <li key={`payment-${id}`}>
            Payment {id}, {method}: {formatMoney(amount)}, {when(paidAt)}
            {intentId && <span className="note">At the card company, with your name: {intentId}</span>}
            {refunds.map((refund) => (
              <span className="note" key={`${refund.createdAt} ${refund.amount} ${refund.reason}`}>
                Back: {formatMoney(refund.amount)}, {refund.status}, {when(refund.createdAt)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Mails({ mails }: Pick<StoredData, 'mails'>) {
  return (
    <section>
      <h2>Mails</h2>
      {mails.length === 0 && <p>None.</p>}
      <ul className="stored-list">
        {mails.map(({ type, subject, createdAt, sentAt, status, text }) => (
          <li key={`${type} ${createdAt}`}>
            {subject ?? type}
            <span className="note">{sentAt ? `Sent ${when(sentAt)}` : `Not sent: ${status}`}</span>
            {text && (
              <details>
                <summary>Its words</summary>
                <p className="stored-mail">{text}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function History({ history }: Pick<StoredData, 'history'>) {
  return (
    <section>
      <h2>What happened</h2>
      {history.length === 0 && <p>Nothing is written down.</p>}
      <ol className="stored-list">
        {history.map((entry, index) => (
          // The index is the key: several entries may be of one moment, and none ever moves.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {happeningWords(entry)}
            <span className="note">
              {when(entry.at)}, by the {entry.by}. {detailWords(entry.details)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
