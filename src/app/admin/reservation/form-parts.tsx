/**
 * Parts that all sections of the admin's reservation page share: the frame of a section, dialogs, forms and
 * confirmations.
 */
import { type ComponentProps, createContext, type ReactNode, use, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import type { Invoice } from '#domain/booking/contract/reservation.ts'
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
import type { MoneyState } from './money-labels.ts'
import sheet from './section.css?url'
import dialogSheet from './dialog.css?url'
import { Text } from '#app/ui/text.tsx'

export interface PartProps {
  reservation: AdminReservation
  /** Called after a change with the new reservation, or without one if the page must refetch it. */
  onChanged: (reservation?: AdminReservation) => void
}

interface OpenReservation {
  reservation: AdminReservation
  /** Called when the reservation has changed since the admin loaded it. */
  onOutdated: () => void
  /** Called with the announcement for screen readers, and with the new reservation if the reply contains it. */
  onDone: (words: string, reservation?: AdminReservation) => void
  /** Opens a dialog, or closes it with null. The dialog stays open even if the button that opened it disappears. */
  show: (dialog: ReactNode) => void
}

const ReservationContext = createContext<OpenReservation | null>(null)

/** Provides the reservation to forms outside of a section of the admin's reservation page. */
export const ReservationProvider = ReservationContext.Provider

/** Returns the reservation of the surrounding section, and the callbacks that report a change. */
export function useReservation(): OpenReservation {
  const stay = use(ReservationContext)
  if (stay === null) throw new Error('StayProvider is missing above this form')
  return stay
}

/** Returns the invoice with its current values, because they may have changed since the dialog was opened. */
export function useInvoiceNow(opened: Invoice): Invoice {
  return useReservation().reservation.invoices.find(({ id }) => id === opened.id) ?? opened
}

interface ReservationSectionProps extends PartProps {
  /** Id of the section's heading. The heading gets the focus when the focused element disappears. */
  id: string
  heading: string
  action?: ReactNode
  onClosed?: () => void
  children: ReactNode
}

/** Renders one section of the page in a panel, with the dialogs that its buttons open. */
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
  /** Title of the dialog. Missing if the children already are a dialog. */
  title?: string
  children: ReactNode
}

/** Renders a button that opens a form or a confirmation. */
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

export function StateMark({ tone, mark, notes }: MoneyState) {
  return (
    <>
      <span className={`mark mark-${tone}`}>
        <Text>{mark}</Text>
      </span>
      {notes.map((note) => (
        <span key={note} className="note">
          <Text>{note}</Text>
        </span>
      ))}
    </>
  )
}

/** The tables of invoices and refunds share these column widths. */
export const COLUMN_WIDTHS = {
  amount: 'minmax(0, 1.3fr)',
  reason: 'minmax(0, 1fr)',
  state: 'minmax(0, 1.4fr)',
} as const

export const ACTIONS_COLUMN = {
  name: 'acts',
  head: 'What to do',
  quiet: true,
  wide: true,
  width: 'minmax(0, 2.8fr)',
} as const

/** The next step for the admin, by failure code. `withNextStep` adds it to the server's message. */
const NEXT_STEPS: Record<string, string> = {
  stale: 'The page shows it now, and what you typed is still here. Check it, then press again.',
  payment_arrived: 'The page shows it now.',
  changed_meanwhile: 'The page shows the current state now.',
  paid_by_card: '“Refund” does that.',
  not_paid: 'The page shows the current state now.',
  not_found: 'The page shows what is there now.',
  not_cancellable: 'The page shows the current state now.',
  not_owed: 'The page shows what is there now.',
}

/** Adds the next step to a refusal's message. */
export function withNextStep<F extends Pick<Failed, 'code' | 'message'>>(failed: F): F {
  const next = NEXT_STEPS[failed.code]
  return next ? { ...failed, message: `${failed.message} ${next}` } : failed
}

type ReservationFormOptions<E extends Endpoint, Values extends FieldValues, Checked> = Omit<
  ApiFormOptions<E, Values, Checked>,
  'version' | 'explain' | 'onDone'
> & {
  /** Returns the announcement of the change for screen readers. */
  announcement: (checked: Checked, reply: ReplyOf<E>) => string
}

/**
 * Creates a form that changes the reservation. It sends the version that the admin saw. After that, the page
 * shows the changed reservation.
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
 * Returns the reservation in a reply. Returns undefined if the reply only has an invoice; the page must then
 * refetch the reservation.
 */
const reservationIn = (reply: unknown) => (hasReservation(reply) ? reply.reservation : undefined)

const hasReservation = (reply: unknown): reply is { reservation: AdminReservation } =>
  typeof reply === 'object' && reply !== null && 'reservation' in reply

interface ConfirmActionProps extends Pick<ConfirmDialogProps, 'title' | 'does' | 'keeps' | 'children'> {
  /** @param version the reservation's version when the dialog opened, or the newer version after a refusal */
  send: (version: number) => Promise<{ ok: true; data: unknown } | Failed>
  /** The announcement of the change. A function gets the new price. */
  announcement: string | ((price: Cents) => string)
}

/**
 * Renders a confirmation and runs the confirmed action. If the reservation changed since then, the page refetches
 * it.
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

/** Returns true if an admin can still change the reservation's party and choices. */
export const canChange = ({ status, purgedAt, event }: AdminReservation): boolean =>
  status === 'confirmed' && purgedAt === null && !event.hasEnded && !event.cancelled
