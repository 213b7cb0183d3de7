/**
 * Components for all sections of the admin's reservation page: a section's frame, dialogs, forms and
 * confirmations.
 */
import { type ComponentProps, createContext, type ReactNode, use, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { getPassedOn } from '#domain/booking/contract/replacement.ts'
import type { AdminInvoice } from '#domain/booking/contract/invoices.ts'
import { type Failed, isOutdated } from '#shared/client.ts'
import type { Endpoint, ReplyOf } from '#shared/endpoint.ts'
import type { Cents } from '#shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, type ConfirmDialogProps, Dialog } from '#app/ui/dialog.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { announce } from '#app/ui/toast.tsx'
import { type ApiFormOptions, useApiForm } from '#app/ui/form.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import type { MoneyState } from './money-labels.ts'
import sheet from './section.css?url'
import dialogSheet from './dialog.css?url'
import type { Column } from '#app/ui/data-table.tsx'
import { Money, Text } from '#app/ui/text.tsx'

export interface PartProps {
  reservation: AdminReservation
  /**
   * Called with the new reservation after a change. If the argument is missing, the page refetches the
   * reservation.
   */
  onChanged: (reservation?: AdminReservation) => void
}

interface OpenReservation {
  reservation: AdminReservation
  /** Called when the reservation on the server differs from the one that the admin sees. */
  onOutdated: () => void
  /**
   * Called after a change, with a text for screen readers and with the new reservation if the API returned
   * it.
   */
  onDone: (words: string, reservation?: AdminReservation) => void
  /**
   * Opens a dialog, or closes the open dialog if called with null. The dialog stays open even if the button
   * that opened it disappears from the page.
   */
  show: (dialog: ReactNode) => void
}

const ReservationContext = createContext<OpenReservation | null>(null)

/** Provides the reservation to forms that are not in one of the page's sections. */
export const ReservationProvider = ReservationContext.Provider

/** Returns the reservation of the surrounding section, and the functions that report a change. */
export function useReservation(): OpenReservation {
  const stay = use(ReservationContext)
  if (stay === null) throw new Error('ReservationProvider is missing above this form')
  return stay
}

/** Returns the invoice with its newest values, which may have changed since the dialog opened. */
export function useInvoiceNow(opened: AdminInvoice): AdminInvoice {
  return useReservation().reservation.invoices.find(({ id }) => id === opened.id) ?? opened
}

interface ReservationSectionProps extends PartProps {
  id: string
  heading: string
  action?: ReactNode
  onClosed?: () => void
  children: ReactNode
}

export function ReservationSection(props: ReservationSectionProps) {
  const { id, heading, action, reservation, onChanged, onClosed, children } = props
  const keepFocus = useFocusFallback(id)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const show = (next: ReactNode) => {
    setDialog(next)
    if (next === null) onClosed?.()
  }
  const onDone: OpenReservation['onDone'] = (words, now) => {
    keepFocus()
    announce(words)
    onChanged(now)
  }
  return (
    <Panel>
      <section className="book" aria-labelledby={id} data-hydrate>
        <Stylesheet href={sheet} />
        <Stylesheet href={dialogSheet} />
        <ReservationProvider value={{ reservation, onOutdated: () => onChanged(), onDone, show }}>
          <header className="part-head">
            <h2 id={id} tabIndex={-1}>
              {heading}
            </h2>
            {action}
          </header>
          {children}
          {dialog}
        </ReservationProvider>
      </section>
    </Panel>
  )
}

interface DialogOpenerProps extends Omit<ComponentProps<typeof Button>, 'title' | 'children'> {
  label: string
  title?: string
  children: ReactNode
}

export function DialogOpener({ label, title, children, ...button }: DialogOpenerProps) {
  const { show } = useReservation()
  const dialog =
    title === undefined ? (
      children
    ) : (
      <Dialog open onClose={() => show(null)} title={title} backdrop="static">
        {children}
      </Dialog>
    )
  return (
    <Button look="plain" aria-haspopup="dialog" {...button} onClick={() => show(dialog)}>
      {label}
    </Button>
  )
}

export const StateMark = ({ tone, mark }: Pick<MoneyState, 'tone' | 'mark'>) => (
  <span className={`mark mark-${tone}`}>
    <Text>{mark}</Text>
  </span>
)

/** Renders sentences about an invoice or a refund, in one line if they fit. */
export const StateNotes = ({ notes }: Pick<MoneyState, 'notes'>) =>
  notes.map((note) => (
    <span key={note} className="note">
      <Text>{note}</Text>
    </span>
  ))

/** Widths of columns that the tables of invoices and refunds share, so that their amounts line up. */
export const NAME_WIDTH = 'minmax(0, 1fr)'

/** The amount of an invoice or a refund. */
export const AMOUNT_COLUMN: Column<{ amount: Cents }> = {
  name: 'amount',
  head: 'Amount',
  label: '',
  number: true,
  compact: 'amount',
  width: '7.5rem',
  cell: ({ amount }) => (
    <span className="book-sum">
      <Money cents={amount} />
    </span>
  ),
}

/** The line below the facts of an invoice or a refund: what else there is to say, and what to do. */
export const MORE_COLUMN = { name: 'more', head: 'Details and what to do', below: true } as const

/**
 * What the admin can do next after each failure code. `withNextStep` adds this sentence to the server's
 * message.
 */
const NEXT_STEPS: Record<string, string> = {
  stale:
    'The page now shows the change, and what you typed is still here. Check it, then press the button again.',
  payment_arrived: 'The page now shows the payment.',
  changed_meanwhile: 'The page now shows the current status.',
  paid_by_card: 'Use “Refund” for that.',
  not_paid: 'The page now shows the current status.',
  not_found: 'The page is now up to date.',
  not_cancellable: 'The page now shows the current status.',
  not_owed: 'The page is now up to date.',
}

/** Adds to a failure's message what the admin can do next. */
export function withNextStep<F extends Pick<Failed, 'code' | 'message'>>(failed: F): F {
  const next = NEXT_STEPS[failed.code]
  return next ? { ...failed, message: `${failed.message} ${next}` } : failed
}

type ReservationFormOptions<E extends Endpoint, Values extends FieldValues, Checked> = Omit<
  ApiFormOptions<E, Values, Checked>,
  'version' | 'explain' | 'onDone'
> & {
  /** Returns the text by which screen readers announce the change. */
  announcement: (checked: Checked, reply: ReplyOf<E>) => string
}

/**
 * Creates a form that changes the reservation. The form sends the version that the admin saw, and then shows
 * the changed reservation.
 */
export function useReservationForm<E extends Endpoint, Values extends FieldValues, Checked>(
  endpoint: E,
  { announcement, ...options }: ReservationFormOptions<E, Values, Checked>,
) {
  const { reservation, onDone, ...stay } = useReservation()
  return useApiForm<E, Values, Checked>(endpoint, {
    ...options,
    version: reservation.version,
    explain: withNextStep,
    onOutdated: (failed) => {
      stay.onOutdated()
      options.onOutdated?.(failed)
    },
    onDone: (reply, checked) => onDone(announcement(checked, reply), reservationIn(reply)),
  })
}

/**
 * Returns the reservation in a reply of the API. Returns undefined if the reply has only an invoice. The page
 * must then refetch the reservation.
 */
const reservationIn = (reply: unknown) => (hasReservation(reply) ? reply.reservation : undefined)

const hasReservation = (reply: unknown): reply is { reservation: AdminReservation } =>
  typeof reply === 'object' && reply !== null && 'reservation' in reply

interface ConfirmActionProps extends Pick<ConfirmDialogProps, 'title' | 'does' | 'keeps' | 'children'> {
  /** @param version the reservation's version when the dialog opened, or the newer version after a refusal */
  send: (version: number) => Promise<{ ok: true; data: unknown } | Failed>
  /**
   * The text that screen readers announce after the change, or a function that makes this text from the new
   * price.
   */
  announcement: string | ((price: Cents) => string)
}

/**
 * Renders a confirmation. Runs the action when the admin confirms. If the reservation has changed since the
 * dialog opened, the page refetches the reservation.
 */
export function ConfirmAction({ send, announcement, ...question }: ConfirmActionProps) {
  const { reservation, onOutdated, onDone, show } = useReservation()
  const { version } = reservation
  const [seen, setSeen] = useState(version)
  const [outdated, setOutdated] = useState(false)
  const confirm = async () => {
    const counting = outdated ? version : seen
    setSeen(counting)
    const answer = await send(counting)
    if (answer.ok) {
      const now = reservationIn(answer.data)
      onDone(typeof announcement === 'string' ? announcement : announcement(now?.money.price ?? 0), now)
      return null
    }
    setOutdated(isOutdated(answer))
    if (isOutdated(answer)) onOutdated()
    return withNextStep(answer)
  }
  return <ConfirmDialog open onClose={() => show(null)} {...question} onConfirm={confirm} />
}

/** Returns whether the guest is passing on the spot, or false until the site has replied. */
export function usePassingOn({ id, version }: Pick<AdminReservation, 'id' | 'version'>): boolean {
  const { data } = useApiQuery(getPassedOn, { query: { id } }, { version })
  return Boolean(data?.offered || data?.taker)
}

/** Returns true if an admin can still change the reservation's party and choices. */
export const canChange = ({ status, purgedAt, event }: AdminReservation): boolean =>
  status === 'confirmed' && purgedAt === null && !event.hasEnded && !event.cancelled
