/** What the parts and forms of an admin's page of a reservation share. */
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import type { Failed } from '#shared/client.ts'
import { ranchDay } from '#shared/days.ts'
import { DayField, SelectField } from '#ui/field.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { HAND_METHOD_LABELS, type MoneyState } from './invoice-labels.ts'
import sheet from './book.css?url'
import dialogSheet from './book-dialog.css?url'
import type { FieldValues } from 'react-hook-form'
import { ApiForm } from '#ui/api-form.tsx'
import { Alert } from '#ui/alert.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import type { Cents } from '#shared/money.ts'

/** The props of each part of the page. */
export interface PartProps {
  reservation: AdminReservation
  /** Called after a change, with the reservation as it is now, or without it when it is to be read again. */
  onChanged: (reservation?: AdminReservation) => void
}

interface BookSectionProps {
  /** The heading's id: the focus goes there when what had it is gone. */
  id: string
  heading: string
  /** The button beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A part of the page about money. */
export function BookSection({ id, heading, action, children }: BookSectionProps) {
  return (
    <section className="book" aria-labelledby={id} data-hydrate>
      <Stylesheet href={sheet} />
      <Stylesheet href={dialogSheet} />
      <header className="book-head">
        <h2 id={id} tabIndex={-1}>
          {heading}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}

export function StateMark({ tone, mark, notes }: MoneyState) {
  return (
    <>
      <span className={`book-mark book-${tone}`}>{mark}</span>
      {notes.map((note) => (
        <span key={note} className="note">
          {note}
        </span>
      ))}
    </>
  )
}

/** The columns of invoices and of refunds have the same widths. */
export const WIDTHS = {
  amount: 'minmax(0, 1.3fr)',
  reason: 'minmax(0, 1fr)',
  state: 'minmax(0, 1.4fr)',
  acts: 'minmax(0, 2.8fr)',
} as const

/** The props of each form in a dialog. */
export interface DialogProps extends PartProps {
  /** Called with what has been done, for whoever does not see it. */
  onDone: (words: string, reservation?: AdminReservation) => void
}

/** The next step, said after the refusal's own words. */
const NEXT: Record<string, string> = {
  stale: 'The page shows it now, and what you typed is still here. Check it, then press again.',
  payment_arrived: 'The page shows it now.',
  changed_meanwhile: 'The page shows the current state now.',
  paid_by_card: '“Refund” does that.',
  not_paid: 'The page shows the current state now.',
  not_found: 'The page shows what is there now.',
  not_cancellable: 'The page shows the current state now.',
  not_owed: 'The page shows what is there now.',
}

/** A refusal with the next step. */
export function explained<F extends Pick<Failed, 'code' | 'message'>>(failed: F): F {
  const next = NEXT[failed.code]
  return next ? { ...failed, message: `${failed.message} ${next}` } : failed
}

/** What the calls answer: an invoice leaves the reservation to be read again. */
type Shown = { reservation: AdminReservation } | { invoice: unknown }

/**
 * Does what was confirmed, and has the page show it, or read again when it no longer is as it was seen. A change names the version
 * that the admin saw when the question was asked; after a refusal that made the page read again, the newer one counts.
 */
export function useConfirmed({ reservation: { version }, onChanged }: PartProps, keepFocus?: () => void) {
  const announce = useAnnounce()
  const [seen, setSeen] = useState(version)
  const [outdated, setOutdated] = useState(false)
  const counting = outdated ? version : seen
  /** @param said what was done, for whoever does not see it; some of it by the price now */
  return async (
    send: (version: number) => Promise<{ ok: true; data: Shown } | Failed>,
    said: string | ((price: Cents) => string),
  ) => {
    setSeen(counting)
    const answer = await send(counting)
    if (answer.ok) {
      const now = 'reservation' in answer.data ? answer.data.reservation : undefined
      keepFocus?.()
      announce(typeof said === 'string' ? said : said(now?.money.price ?? 0))
      onChanged(now)
      return null
    }
    const isOutdated = answer.status === 404 || answer.status === 409
    setOutdated(isOutdated)
    if (isOutdated) onChanged()
    return explained(answer)
  }
}

/** Whether a refusal is one that an admin may override: the event is full, or what was chosen is sold out. */
export const asksToOverbook = (refusal: Pick<Failed, 'code'> | null): boolean =>
  refusal?.code === 'event_full' || refusal?.code === 'option_sold_out'

type OverbookableFormProps<Values extends FieldValues, Checked> = ComponentProps<
  typeof ApiForm<Values, Checked>
> & {
  /** What is asked before it is overbooked, where that is the refusal. */
  question: ReactNode
}

/** A form that takes a spot: refused for want of one, it asks, and its button overbooks. */
export function OverbookableForm<Values extends FieldValues, Checked>(
  props: OverbookableFormProps<Values, Checked>,
) {
  const { form, does, question, children, ...frame } = props
  const full = asksToOverbook(form.refusal)
  return (
    <ApiForm {...frame} form={full ? { ...form, refusal: null } : form} does={full ? 'Overbook' : does}>
      {children}
      {full && (
        <Alert tone="warn" title={form.refusal?.code === 'option_sold_out' ? 'Sold out' : 'No spaces left'}>
          <p>{question}</p>
        </Alert>
      )}
    </ApiForm>
  )
}

/** The labels of when and how money came by hand. */
export const PAID_LABELS = { paidOn: 'Paid on', method: 'How' } as const

interface PaidFieldsProps {
  day: ComponentProps<typeof DayField>
  method: Omit<ComponentProps<typeof SelectField>, 'options'>
}

/** When and how money came by hand. */
export function PaidFields({ day, method }: PaidFieldsProps) {
  const [today] = useState(() => ranchDay(new Date()))
  return (
    <div className="book-pair">
      <DayField {...day} max={today} required />
      <SelectField {...method} options={HAND_METHOD_LABELS} required />
    </div>
  )
}
