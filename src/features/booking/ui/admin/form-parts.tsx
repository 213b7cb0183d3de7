/** What the parts and forms of an admin's page of a reservation share. */
import type { Call, Failed } from '#shared/client.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { Button, SubmitButton } from '#ui/button.tsx'
import { Alert } from '#ui/alert.tsx'
import { formatDayLong, isDay, ranchDay } from '#shared/days.ts'
import { TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { HAND_METHOD_LABELS } from './invoice-labels.ts'

/** The props of each part of the page. */
export interface PartProps {
  reservation: AdminReservation
  call: Call
  /** Called after a change, with the reservation as it is now, or without it when it is to be read again. */
  onChanged: (reservation?: AdminReservation) => void
  /** Tells what has been done, for whoever does not see it. */
  announce: (words: string) => void
}

/** The props of each form in a dialog. */
export interface DialogProps extends Omit<PartProps, 'announce'> {
  onDone: (words: string, reservation?: AdminReservation) => void
  onCancel: () => void
}

/** A refused change in words, with the next step. */
export interface Refusal {
  message: string
  /** The page is outdated and to be read again. */
  outdated: boolean
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
  unauthenticated: 'Sign in in another tab, then press again: what you typed stays here.',
}

export function refusalOf({ code, message, status }: Failed): Refusal {
  const next = NEXT[code]
  return { message: next ? `${message} ${next}` : message, outdated: status === 404 || status === 409 }
}

/** A call's answer, of which only success or failure matters here. */
type Answer = { ok: true } | Failed

interface SubmitOptions {
  /** The reservation's version as the page shows it now. */
  version: number
  readAgain: () => void
}

/**
 * Sends one change at a time: a second press does nothing while the first is under way. A change names the version that the
 * admin saw when the form was opened, also when the page behind it has read a newer one since; after a refusal that made
 * the page read again, the newer one counts.
 */
export function useSubmit({ version, readAgain }: SubmitOptions) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [seen, setSeen] = useState(version)
  const underWay = useRef(false)
  const counting = refusal?.outdated ? version : seen

  /** Null: it was not tried, since another is under way. */
  const submit = async <A extends Answer>(send: (version: number) => Promise<A>): Promise<A | null> => {
    if (underWay.current) return null
    underWay.current = true
    setBusy(true)
    setRefusal(null)
    setSeen(counting)
    try {
      const answer = await send(counting)
      if (!answer.ok) {
        const refused = refusalOf(answer)
        setRefusal(refused)
        if (refused.outdated) readAgain()
      }
      return answer
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return { busy, refusal: refusal?.message ?? null, submit }
}

interface FormEndProps {
  /** Why the last try failed, in words; null: it did not. */
  refusal: string | null
  /** The button's label. */
  does: string
  busy: boolean
  /** The form cannot be sent yet. */
  closed?: boolean
  onCancel: () => void
  /** The label of "Cancel", where that would mean something else. */
  cancelLabel?: string
}

/** The foot of each form here: what went wrong, and the two ways out. */
export function FormEnd({
  refusal,
  does,
  busy,
  closed = false,
  onCancel,
  cancelLabel = 'Cancel',
}: FormEndProps) {
  return (
    <>
      <RefusalNotice refusal={refusal} />
      <div className="button-row">
        <SubmitButton busy={busy} closed={closed}>
          {does}
        </SubmitButton>
        <Button look="plain" onClick={busy ? undefined : onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </>
  )
}

function RefusalNotice({ refusal }: { refusal: string | null }) {
  if (refusal === null) return null
  return (
    <Alert tone="bad" title="Not done">
      <p>{refusal}</p>
    </Alert>
  )
}

interface ConfirmProps<Done extends { ok: true }> {
  reservation: AdminReservation
  /** The button's label. */
  does: string
  send: (version: number) => Promise<Done | Failed>
  onDone: (done: Done) => void
  onChanged: () => void
  onCancel: () => void
  children: ReactNode
}

/** Asks before something is done: the question, what went wrong, the two answers. */
export function ConfirmForm<Done extends { ok: true }>({
  reservation,
  does,
  send,
  onDone,
  onChanged,
  onCancel,
  children,
}: ConfirmProps<Done>) {
  const { busy, refusal, submit } = useSubmit({ version: reservation.version, readAgain: onChanged })
  const id = useId()
  const go = async () => {
    const answer = await submit(send)
    if (answer?.ok) onDone(answer as Done)
  }
  return (
    <div className="book-dialog">
      <div id={id}>{children}</div>
      <RefusalNotice refusal={refusal} />
      <div className="button-row">
        <Button look="plain" onClick={busy ? undefined : onCancel}>
          Cancel
        </Button>
        <Button busy={busy} aria-describedby={id} onClick={() => void go()}>
          {does}
        </Button>
      </div>
    </div>
  )
}

interface DayFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'hint'> {
  /** The chosen day, for the words above the field. */
  chosen: string
}

/** The browser's own date field with the day in words, 'Not set' for none (R11.5). */
export function DayField({ chosen, ...field }: DayFieldProps) {
  return (
    <TextField
      min="2000-01-01"
      max="2199-12-31"
      {...field}
      type="date"
      hint={isDay(chosen) ? formatDayLong(chosen) : 'Not set'}
    />
  )
}

interface PaidFieldsProps {
  id: string
  day: Omit<ComponentProps<typeof DayField>, 'id' | 'label'>
  method: Omit<ComponentProps<typeof SelectField>, 'id' | 'label' | 'options'>
}

/** When and how money came by hand. */
export function PaidFields({ id, day, method }: PaidFieldsProps) {
  const [today] = useState(() => ranchDay(new Date()))
  return (
    <div className="book-pair">
      <DayField {...day} id={`${id}-paid-on`} label="Paid on" max={today} required />
      <SelectField {...method} id={`${id}-method`} label="How" options={HAND_METHOD_LABELS} required />
    </div>
  )
}
