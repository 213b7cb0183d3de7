/**
 * What guests owe: overdue invoices by guest, and upcoming ones by due day and event. An admin can record a payment or
 * send reminders.
 */
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { HandPaymentDialog } from '#app/admin/reservation/invoice-form.tsx'
import { useAct } from '#app/admin/search/use-act.ts'
import { type LatePayer, RemindLate } from '#app/admin/reminders/remind-late.tsx'
import {
  awayFrom,
  byDueDay,
  EventLink,
  GuestLink,
  latePayers,
  nameOf,
} from '#app/admin/today/describe-today.tsx'
import {
  type DueInvoice,
  getPaymentsDue,
  type Owed as OwedFacts,
  type PaymentsDue,
  type UnpaidInvoice,
} from '#domain/desk/today/contract.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay, formatDayOfYear } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { paths } from '#app/paths.ts'
import { invalidate } from '#app/ui/api.tsx'
import { Button, TextButton } from '#app/ui/button.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'
import { toast } from '#app/ui/toast.tsx'
import sheet from './owed.css?url'
import { OwedTable } from './owed-table.tsx'

const OWED = 'owed'

/** Renders the part of Today about unpaid invoices: those that are overdue, and the totals of the others. */
export function Late({ payments: { overdue, due, later, day } }: { payments: PaymentsDue }) {
  return (
    <Dialogs title="Payments due" overdue={overdue} day={day}>
      {(acts) => (
        <>
          <Overdue overdue={overdue} day={day} {...acts} />
          {due.count > 0 && (
            <p className="owed-line">
              <span>Due within 30 days</span> <Money cents={due.cents} />
            </p>
          )}
          {later.count > 0 && (
            <p className="owed-line">
              <span>Due later</span> <Money cents={later.cents} />
            </p>
          )}
          <p className="more screen-only">
            <Link to={paths.paymentsDue}>All payments due</Link>
          </p>
        </>
      )}
    </Dialogs>
  )
}

/** Renders all unpaid invoices: overdue ones by guest, and the others by due day and event. */
export function Owed({ payments: { overdue, due, later, day } }: { payments: PaymentsDue }) {
  return (
    <Dialogs title="To collect" overdue={overdue} day={day}>
      {(acts) => (
        <>
          <Overdue overdue={overdue} day={day} {...acts} />
          {due.count === 0 && <p>Nothing falls due in the next 30 days.</p>}
          <Upcoming title="Due within 30 days" owed={due} day={day} onRecord={acts.onRecord} />
          <Upcoming title="Due later" owed={later} day={day} onRecord={acts.onRecord} />
        </>
      )}
    </Dialogs>
  )
}

interface Acts {
  onRecord: (invoice: UnpaidInvoice) => void
  /** Opens the dialog that reminds these guests. */
  onRemind: (payers: LatePayer[]) => void
}

interface DialogsProps {
  title: string
  overdue: OwedFacts
  day: Day
  children: (acts: Acts) => ReactNode
}

/** Renders a section whose lists can open the dialogs that record a payment or remind guests. */
function Dialogs({ title, overdue, day, children }: DialogsProps) {
  const keepFocus = useFocusFallback(OWED)
  const [recorded, setRecorded] = useState<UnpaidInvoice | null>(null)
  const [reminded, setReminded] = useState<LatePayer[] | null>(null)
  useAct('remind', () => setReminded(latePayers(overdue.invoices, day)))
  return (
    <Section className="owed" id={OWED} title={title} focusable data-hydrate>
      <Stylesheet href={sheet} />
      {children({ onRecord: setRecorded, onRemind: setReminded })}
      <RemindLate
        open={reminded !== null}
        payers={reminded ?? []}
        onClose={() => setReminded(null)}
        onSent={() => invalidate(getPaymentsDue)}
      />
      <HandPaymentDialog
        invoice={recorded && { ...recorded, guest: nameOf(recorded.guest) }}
        onClose={() => setRecorded(null)}
        onDone={(words) => {
          keepFocus()
          setRecorded(null)
          toast(words)
          invalidate(getPaymentsDue)
        }}
      />
    </Section>
  )
}

function Overdue({ overdue, day, onRecord, onRemind }: Acts & { overdue: OwedFacts; day: Day }) {
  const late = latePayers(overdue.invoices, day)
  const reached = late.filter(({ hasEmail }) => hasEmail)
  if (overdue.count === 0) return <p className="all-good">Nothing is overdue.</p>
  return (
    <>
      <OwedTotal title="Overdue" owed={overdue} late />
      {reached.length > 1 && (
        <p className="owed-remind screen-only">
          <Button look="plain" aria-haspopup="dialog" onClick={() => onRemind(late)}>
            <Text>Remind all {reached.length}…</Text>
          </Button>
        </p>
      )}
      <InvoiceTable
        caption="Overdue invoices"
        invoices={overdue.invoices}
        day={day}
        onRecord={onRecord}
        onRemind={({ reservationId }) =>
          onRemind(late.filter((payer) => payer.reservationId === reservationId))
        }
      />
    </>
  )
}

interface UpcomingProps {
  title: string
  owed: Omit<OwedFacts, 'invoices'> & { invoices: DueInvoice[] }
  day: Day
  onRecord: Acts['onRecord']
}

function Upcoming({ title, owed, day, onRecord }: UpcomingProps) {
  if (owed.count === 0) return null
  return (
    <>
      <OwedTotal title={title} owed={owed} />
      {byDueDay(owed.invoices).map((invoices) => (
        <DueDay key={invoices[0]?.invoiceId} invoices={invoices} day={day} onRecord={onRecord} />
      ))}
    </>
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
  if (!first) return null
  const { count, cents } = first.ofDay
  return (
    <details className="fold due-day">
      <summary>
        <span className="owed-line">
          <strong>{first.due ? formatDayOfYear(first.due) : 'No due day'}</strong>
          <Money cents={cents} />
        </span>
        <span className="note">
          {`${first.event.name}${first.due ? `, ${awayFrom(day, first.due)}` : ''}: ${plural(count, 'invoice')}${count > invoices.length ? `, the first ${invoices.length} here` : ''}`}
        </span>
      </summary>
      <InvoiceTable
        caption={first.due ? `Due ${formatDay(first.due)}` : 'Without a due day'}
        {...{ invoices, day, onRecord }}
      />
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
