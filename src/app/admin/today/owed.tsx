/**
 * The part of the Today page about money: overdue invoices by guest, upcoming invoices by due day and event,
 * and refunds.
 */
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { HandPaymentDialog } from '#app/admin/reservation/invoice-form.tsx'
import { describeMethod } from '#app/admin/reservation/money-labels.ts'
import { type LatePayer, RemindLate } from '#app/admin/reminders/remind-late.tsx'
import {
  type DueInvoice,
  getToday,
  type Owed as OwedFacts,
  type Today,
  type UnpaidInvoice,
  type AutoRefunds,
  type PaidForNothing,
  type RefundsDue,
} from '#domain/desk/today/contract.ts'
import { MONEY_AWAITED } from '#domain/booking/domain/refunds.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay, formatDayOfYear, formatDayOf } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { paths } from '#app/paths.ts'
import { plural } from '#shared/text.ts'
import { invalidate } from '#app/ui/api.tsx'
import { Button, TextButton } from '#app/ui/button.tsx'
import { TableHead } from '#app/ui/data-table.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import { Section } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.tsx'
import { Fault } from './failures.tsx'
import { EventLink, GuestLink, awayFrom, byDueDay, latePayers, nameOf } from './describe-today.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './owed.css?url'

const OWED = 'owed'

export function Owed({ money: { overdue, due, later }, day }: { money: Today['money']; day: Day }) {
  const keepFocus = useFocusFallback(OWED)
  const [recorded, setRecorded] = useState<UnpaidInvoice | null>(null)
  const [reminded, setReminded] = useState<LatePayer[] | null>(null)
  const late = latePayers(overdue.invoices, day)
  const reached = late.filter(({ hasEmail }) => hasEmail)
  const list = { day, onRecord: setRecorded }
  return (
    <Section className="owed" id={OWED} title="Payments due" focusable data-hydrate>
      <Stylesheet href={sheet} />
      {overdue.count === 0 && <p className="all-good">Nothing is overdue.</p>}
      {overdue.count > 0 && (
        <>
          <OwedTotal title="Overdue" owed={overdue} late />
          {reached.length > 1 && (
            <p className="owed-remind screen-only">
              <Button look="plain" aria-haspopup="dialog" onClick={() => setReminded(late)}>
                <Text>Remind all {reached.length}…</Text>
              </Button>
            </p>
          )}
          <InvoiceTable
            caption="Overdue invoices"
            invoices={overdue.invoices}
            {...list}
            onRemind={({ reservationId }) =>
              setReminded(late.filter((payer) => payer.reservationId === reservationId))
            }
          />
        </>
      )}
      {due.count === 0 && <p>Nothing falls due in the next 30 days.</p>}
      {due.count > 0 && (
        <>
          <OwedTotal title="Due within 30 days" owed={due} />
          {byDueDay(due.invoices).map((invoices) => (
            <DueDay key={invoices[0]?.invoiceId} invoices={invoices} {...list} />
          ))}
        </>
      )}
      {later.count > 0 && (
        <p className="note owed-later">
          <Money cents={later.cents} /> <Text>in {plural(later.count, 'invoice')} after that.</Text>
        </p>
      )}
      <RemindLate
        open={reminded !== null}
        payers={reminded ?? []}
        onClose={() => setReminded(null)}
        onSent={() => invalidate(getToday)}
      />
      <HandPaymentDialog
        invoice={recorded && { ...recorded, guest: nameOf(recorded.guest) }}
        onClose={() => setRecorded(null)}
        onDone={(words) => {
          keepFocus()
          setRecorded(null)
          toast(words)
          invalidate(getToday)
        }}
      />
    </Section>
  )
}

interface ListProps {
  invoices: UnpaidInvoice[]
  day: Day
  onRecord: (invoice: UnpaidInvoice) => void
  /** Opens the dialog with the payment reminder. Missing in a list of invoices that are not overdue. */
  onRemind?: (invoice: UnpaidInvoice) => void
}

interface SumProps {
  title: string
  owed: OwedFacts
  late?: boolean
}

function OwedTotal({ title, owed: { count, cents, invoices }, late = false }: SumProps) {
  return (
    <h3 className={`owed-sum ${late ? 'owed-late' : ''}`}>
      <span>{title}</span>
      <Money cents={cents} />
      {count > invoices.length && (
        <small>
          <Text>
            {plural(count, 'invoice')}, the first {invoices.length} shown
          </Text>
        </small>
      )}
    </h3>
  )
}

function DueDay({ invoices, day, onRecord }: ListProps & { invoices: DueInvoice[] }) {
  const [first] = invoices
  if (!first?.due) return null
  const { count, cents } = first.ofDay
  return (
    <details className="fold due-day">
      <summary>
        <span className="owed-line">
          <strong>{formatDayOfYear(first.due)}</strong>
          <Money cents={cents} />
        </span>
        <span className="note">
          {`${first.event.name}, ${awayFrom(day, first.due)}: ${plural(count, 'invoice')}${count > invoices.length ? `, the first ${invoices.length} here` : ''}`}
        </span>
      </summary>
      <InvoiceTable caption={`Due ${formatDay(first.due)}`} {...{ invoices, day, onRecord }} />
    </details>
  )
}

function InvoiceTable({ caption, invoices, day, onRecord, onRemind }: ListProps & { caption: string }) {
  return (
    <OwedTable caption={caption} heads={['Guest and event', 'Amount and due day']}>
      {invoices.map((invoice) => (
        <tr key={invoice.invoiceId}>
          <th scope="row">
            <GuestLink of={invoice} />
            <span className="owed-for">
              <Text>{`${invoice.label}, `}</Text>
              <EventLink event={invoice.event} />
            </span>
            {invoice.remindedAt && (
              <span className="owed-for">
                {`Reminded ${awayFrom(day, ranchDay(new Date(invoice.remindedAt)))}`}
              </span>
            )}
            <span className="owed-ways screen-only">
              <TextButton onClick={() => onRecord(invoice)}>
                Record a payment
                <span className="visually-hidden">
                  <Text> of </Text>
                  <Verbatim>{nameOf(invoice.guest)}</Verbatim>
                </span>
              </TextButton>
              {onRemind && !invoice.hasEmail && <span className="owed-for">No email: please call</span>}
              {onRemind && invoice.hasEmail && (
                <TextButton onClick={() => onRemind(invoice)}>
                  Remind<span className="visually-hidden" translate="no">{` ${nameOf(invoice.guest)}`}</span>
                </TextButton>
              )}
            </span>
          </th>
          <td>
            <Money cents={invoice.amount} />
            {invoice.due && <span className="owed-for">{`due ${awayFrom(day, invoice.due)}`}</span>}
          </td>
        </tr>
      ))}
    </OwedTable>
  )
}

interface OwedTableProps {
  caption: string
  heads: [string, string]
  children: ReactNode
}

/** Renders a table of amounts that guests owe, or that the venue owes to guests. */
function OwedTable({ caption, heads, children }: OwedTableProps) {
  return (
    <table className="owed-table">
      <caption className="visually-hidden">{caption}</caption>
      <TableHead className="visually-hidden" heads={heads} />
      <tbody>{children}</tbody>
    </table>
  )
}

/** Renders the owed refunds, which no card can take, so that an admin must make them. */
export function RefundsDueList({ refundsDue: { count, cents, list } }: { refundsDue: RefundsDue }) {
  if (count === 0) return null
  return (
    <Section className="refunds-due" id="refunds-due" title="To refund by hand">
      <h3 className="owed-sum owed-late">
        <span>{plural(count, 'refund')}</span>
        <Money cents={cents} />
      </h3>
      <OwedTable caption="To refund by hand" heads={['Guest and event', 'Amount, and how it was paid']}>
        {list.map(({ id, about, reservationNumber, amount, method, shares }) => (
          <tr key={id}>
            <th scope="row">
              {about ? (
                <GuestLink of={about} />
              ) : (
                <Link to={paths.openBalances}>
                  <Text>
                    {reservationNumber === null
                      ? 'Deleted reservation'
                      : `Deleted reservation ${reservationNumber}`}
                  </Text>
                </Link>
              )}
              {about && (
                <span className="owed-for">
                  <EventLink event={about.event} />
                </span>
              )}
              {shares.length > 1 &&
                shares.map((share) => (
                  <span key={share.reservationId} className="owed-for">
                    <Verbatim>{nameOf(share.customerName || null)}</Verbatim>: <Money cents={share.amount} />
                  </span>
                ))}
            </th>
            <td>
              <Money cents={amount} />
              <span className="owed-for">{`paid ${describeMethod(method)}`}</span>
            </td>
          </tr>
        ))}
      </OwedTable>
      {count > list.length && (
        <p className="note">
          <Text>These are the oldest {list.length}.</Text>
        </p>
      )}
    </Section>
  )
}

/** Renders how much money of deleted reservations and failed refunds an admin has to settle (R49.6). */
export function OpenBalancesNote({ openBalances: { count, cents } }: Pick<Today, 'openBalances'>) {
  if (count === 0) return null
  return (
    <Section id="open-balances" title="Open balances">
      <p>
        <Money cents={cents} />{' '}
        <Text>
          {`in ${plural(count, 'balance')}: money of deleted reservations, or of refunds that failed.`}
        </Text>{' '}
        <Link to={paths.openBalances}>Settle it</Link>
      </p>
    </Section>
  )
}

/**
 * Renders card payments that the site refunded automatically, because no invoice was left to pay. The guest
 * may still believe that they have a spot.
 */
export function AutoRefundList({ autoRefunds: { count, list } }: { autoRefunds: AutoRefunds }) {
  if (count === 0) return null
  return (
    <Section className="books" id="auto-refunds" title="Refunds of payments without an invoice">
      <ul className="plain-list faults">
        {list.map((payment) => (
          <Fault key={payment.id} title={`${formatMoney(payment.amount)}, ${describeState(payment)}`}>
            {payment.event && (
              <>
                <Text>For</Text> <EventLink event={payment.event} />
                <Text>.</Text>{' '}
              </>
            )}
            <Text>{describeReason(payment)}</Text> <code className="intent-id">{payment.intentId}</code>
          </Fault>
        ))}
      </ul>
      {count > list.length && (
        <p className="note">
          <Text>And {count - list.length} older.</Text>
        </p>
      )}
    </Section>
  )
}

/**
 * Warns on one line how many paid reservations are lost, because the site was restored from an older backup.
 */
export const describeLostStays = (count: number) =>
  `${plural(count, 'reservation')} lost with the old database`

export const LOST_STAYS =
  'Guests paid for them after the backup that this site was restored from. The site refunds these payments. Please write to the guests.'

const WHY: Record<PaidForNothing['why'], string> = {
  lost: 'The reservation was newer than the backup that this site was restored from. The Stripe dashboard shows who paid. Please write to them.',
  unused: 'It belongs to no reservation: either nobody signed up with it, or the reservation was deleted.',
}

/** Says why the site found no invoice for a payment. */
export const describeReason = ({ why }: Pick<PaidForNothing, 'why'>) => WHY[why]

const STATES: Record<PaidForNothing['status'], string> = {
  succeeded: 'refunded to the card',
  requested: 'refund to the card in progress',
  failed: 'refund refused, so we still have the money',
}

/** Describes a payment and its refund: `"paid on Fri, May 7, 2027, refunded to the card"`. */
export function describeState({
  paidAt,
  status,
  waitsForBalance,
}: Pick<PaidForNothing, 'paidAt' | 'status' | 'waitsForBalance'>): string {
  const refund = waitsForBalance ? `refund waits for ${MONEY_AWAITED}` : STATES[status]
  return `paid on ${formatDayOf(paidAt)}, ${refund}`
}
