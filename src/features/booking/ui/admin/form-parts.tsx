/** The frame of the parts of an admin's page of a reservation: sections, dialogs, forms and questions. */
import { type ComponentProps, createContext, type ReactNode, use, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { type Failed, isOutdated } from '#shared/client.ts'
import type { Endpoint, ReplyOf } from '#shared/endpoint.ts'
import type { Cents } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog, type ConfirmDialogProps, Dialog } from '#ui/dialog.tsx'
import { Paper } from '#ui/paper.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { announce } from '#ui/toast.tsx'
import { type ApiFormOptions, useApiForm } from '#ui/use-api-form.ts'
import { useFocusKept } from '#ui/focus.ts'
import type { MoneyState } from './money-labels.ts'
import sheet from './book.css?url'
import dialogSheet from './book-dialog.css?url'
import { Text } from '#ui/text.tsx'

export interface PartProps {
  reservation: AdminReservation
  /** Called after a change, with the reservation as it is now, or without it when it is to be read again. */
  onChanged: (reservation?: AdminReservation) => void
}

interface Stay {
  reservation: AdminReservation
  /** It is no longer as it was seen. */
  onOutdated: () => void
  /** Called with what has been done, for whoever does not see it, and with the reservation as it is now where that is known. */
  onDone: (words: string, reservation?: AdminReservation) => void
  /** Shows a dialog, as it is when it is opened, though what opened it may go; null closes it. */
  show: (dialog: ReactNode) => void
}

const StayContext = createContext<Stay | null>(null)

/** For forms that stand elsewhere than in a part of the page. */
export const StayProvider = StayContext.Provider

/** The reservation that the part around is about, and whom to tell of a change. */
export function useStay(): Stay {
  const stay = use(StayContext)
  if (stay === null) throw new Error('StayProvider is missing above this form')
  return stay
}

/** An invoice as it is now, where a dialog was opened with it as it was. */
export function useInvoiceNow(opened: Invoice): Invoice {
  return useStay().reservation.invoices.find(({ id }) => id === opened.id) ?? opened
}

interface BookSectionProps extends PartProps {
  /** The heading's id: the focus goes there when what had it is gone. */
  id: string
  heading: string
  action?: ReactNode
  onClosed?: () => void
  children: ReactNode
}

/** A part of the page, on a paper of its own, with the dialogs that its buttons open. */
export function BookSection(props: BookSectionProps) {
  const { id, heading, action, reservation, onChanged, onClosed, children } = props
  const keepFocus = useFocusKept(id)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const show = (next: ReactNode) => {
    setDialog(next)
    if (next === null) onClosed?.()
  }
  const onDone: Stay['onDone'] = (words, now) => {
    keepFocus()
    announce(words)
    onChanged(now)
  }
  return (
    <Paper>
      <section className="book" aria-labelledby={id} data-hydrate>
        <Stylesheet href={sheet} />
        <Stylesheet href={dialogSheet} />
        <StayProvider value={{ reservation, onOutdated: () => onChanged(), onDone, show }}>
          <header className="part-head">
            <h2 id={id} tabIndex={-1}>
              {heading}
            </h2>
            {action}
          </header>
          {children}
          {dialog}
        </StayProvider>
      </section>
    </Paper>
  )
}

interface OpensProps extends Omit<ComponentProps<typeof Button>, 'title' | 'children'> {
  label: string
  /** The dialog's title; missing: what is opened is a dialog itself. */
  title?: string
  children: ReactNode
}

/** A button of a part of the page that opens a form, or a question. */
export function Opens({ label, title, children, ...button }: OpensProps) {
  const { show } = useStay()
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

/** The columns of invoices and of refunds have the same widths. */
export const WIDTHS = {
  amount: 'minmax(0, 1.3fr)',
  reason: 'minmax(0, 1fr)',
  state: 'minmax(0, 1.4fr)',
} as const

export const ACTS = {
  name: 'acts',
  head: 'What to do',
  quiet: true,
  wide: true,
  width: 'minmax(0, 2.8fr)',
} as const

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

type StayFormOptions<E extends Endpoint, Values extends FieldValues, Checked> = Omit<
  ApiFormOptions<E, Values, Checked>,
  'version' | 'explain' | 'onDone'
> & {
  /** The announcement of what was done. */
  said: (checked: Checked, reply: ReplyOf<E>) => string
}

/** A form that changes the reservation: it names the version that the admin saw, and has the page show what became of it. */
export function useStayForm<E extends Endpoint, Values extends FieldValues, Checked>(
  endpoint: E,
  { said, ...options }: StayFormOptions<E, Values, Checked>,
) {
  const { reservation, onDone, ...stay } = useStay()
  return useApiForm<E, Values, Checked>(endpoint, {
    ...options,
    version: reservation.version,
    explain: explained,
    onOutdated: (failed) => {
      stay.onOutdated()
      options.onOutdated?.(failed)
    },
    onDone: (reply, checked) => onDone(said(checked, reply), reservationIn(reply)),
  })
}

/** The reservation that a call answered; of an invoice it answers only that, and the reservation is to be read again. */
const reservationIn = (reply: unknown) => (hasReservation(reply) ? reply.reservation : undefined)

const hasReservation = (reply: unknown): reply is { reservation: AdminReservation } =>
  typeof reply === 'object' && reply !== null && 'reservation' in reply

interface AskProps extends Pick<ConfirmDialogProps, 'title' | 'does' | 'keeps' | 'children'> {
  /** @param version the one that the admin saw when the question was asked, or after a refusal the newer one */
  send: (version: number) => Promise<{ ok: true; data: unknown } | Failed>
  /** The announcement of what was done; some of it by the price now. */
  said: string | ((price: Cents) => string)
}

/** Asks, does what was confirmed, and has the page show it, or read again when it no longer is as it was seen. */
export function Ask({ send, said, ...question }: AskProps) {
  const { reservation, onOutdated, onDone, show } = useStay()
  const { version } = reservation
  const [seen, setSeen] = useState(version)
  const [outdated, setOutdated] = useState(false)
  const confirm = async () => {
    const counting = outdated ? version : seen
    setSeen(counting)
    const answer = await send(counting)
    if (answer.ok) {
      const now = reservationIn(answer.data)
      onDone(typeof said === 'string' ? said : said(now?.money.price ?? 0), now)
      return null
    }
    setOutdated(isOutdated(answer))
    if (isOutdated(answer)) onOutdated()
    return explained(answer)
  }
  return <ConfirmDialog open onClose={() => show(null)} {...question} onConfirm={confirm} />
}

/** The party and the choices of a stay can still be changed. */
export const mayChange = ({ status, purgedAt, event }: AdminReservation): boolean =>
  status === 'confirmed' && purgedAt === null && !event.hasEnded && !event.cancelled
