/** The part of an admin's page of a reservation with who came along, and who pays for them (R39.3, R39.6). */
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { addToParty, changePayer, splitFromParty } from '#features/booking/contract/party.ts'
import { MOST_IN_PARTY } from '#features/booking/contract/sign-up.ts'
import { paidBy } from '#features/booking/domain/party.ts'
import { clearableEmail, requiredLine } from '#shared/fields.ts'
import { adminReservationPath } from '#shared/links.ts'
import { isStanding, STATUS_WORDS } from '#shared/reservation-status.ts'
import { useCall } from '#ui/api.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CheckField, TextField } from '#ui/field.tsx'
import { Paper } from '#ui/paper.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiForm } from '#ui/use-api-form.ts'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { OfferedChoices } from './choices-section.tsx'
import {
  asksToOverbook,
  BookSection,
  explained,
  OverbookableForm,
  type PartProps,
  useConfirmed,
} from './form-parts.tsx'

const HEADING = 'party'

type Opened = 'add' | 'split' | 'payer'

export function PartySection(part: PartProps) {
  const { reservation } = part
  const { id, party, status, purgedAt, event } = reservation
  const [opened, setOpened] = useState<Opened | null>(null)
  const keepFocus = useFocusKept(HEADING)
  const changes = status === 'confirmed' && purgedAt === null && !event.hasEnded && !event.cancelled
  if (!party && !changes) return null
  const payer = paidBy(party)
  const standing = party?.members.filter((member) => isStanding(member.status)).length ?? 1
  const button = (does: Opened, words: string) => (
    <Button look="plain" aria-haspopup="dialog" onClick={() => setOpened(does)}>
      {words}
    </Button>
  )
  const dialog = { ...part, keepFocus, onClose: () => setOpened(null) }
  return (
    <Paper>
      <BookSection id={HEADING} heading="Party">
        {party ? (
          <ul>
            {party.members.map((member) => (
              <li key={member.id}>
                {member.id === id ? (
                  member.customerName || 'Deleted guest'
                ) : (
                  <Link to={adminReservationPath(member.id)}>{member.customerName || 'Deleted guest'}</Link>
                )}{' '}
                <span className="note">{memberWords(member)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p>This guest comes alone.</p>
        )}
        {changes && (
          <div className="book-buttons book-apart">
            {standing < MOST_IN_PARTY && button('add', 'Add a companion…')}
            {payer && button('payer', 'Let this guest pay for all…')}
            {payer && button('split', 'Split off…')}
          </div>
        )}
        <Dialog
          open={opened === 'add'}
          onClose={dialog.onClose}
          title={`Add a companion of ${(payer ?? reservation).customerName}`}
          backdrop="static"
        >
          <AddForm {...dialog} />
        </Dialog>
        {payer && (
          <PayQuestion {...dialog} payer={payer.customerName} opened={opened === 'add' ? null : opened} />
        )}
      </BookSection>
    </Paper>
  )
}

type Member = NonNullable<PartProps['reservation']['party']>['members'][number]

/** `"Pays for all · Info missing"` */
function memberWords({ payer, status, detailsGiven }: Member): string {
  const missing = isStanding(status) && !detailsGiven && 'Info missing'
  return [payer && 'Pays for all', STATUS_WORDS[status], missing].filter(Boolean).join(' · ')
}

interface DialogProps extends PartProps {
  onClose: () => void
  /** The button that opened it may go with what was done. */
  keepFocus: () => void
}

const newCompanion = z.object({
  customerName: requiredLine(),
  email: clearableEmail(),
  sendEmail: z.boolean(),
})

function AddForm({ reservation, onChanged, onClose, keepFocus }: DialogProps) {
  const announce = useAnnounce()
  const [options, setOptions] = useState<number[]>([])
  const form = useApiForm(addToParty, {
    prefix: 'companion',
    schema: newCompanion,
    values: { customerName: '', email: '', sendEmail: true },
    labels: { customerName: 'Full name', email: 'Email' },
    version: reservation.version,
    toInput: (values, { version }) => ({
      body: { ...values, id: reservation.id, version, options, allowOverbooking: full },
    }),
    onOutdated: () => onChanged(),
    onDone: (reply, { customerName }) => {
      onClose()
      keepFocus()
      announce(`Added ${customerName}`)
      onChanged(reply.reservation)
    },
  })
  const email = useWatch({ control: form.form.control, name: 'email' })
  const full: boolean = asksToOverbook(form.refusal)
  return (
    <OverbookableForm
      form={form}
      label="Add a companion"
      does="Add"
      explain={explained}
      className="book-dialog"
      question={`${form.refusal?.message} Add one more guest anyway?`}
    >
      <TextField {...form.field('customerName')} required />
      <TextField
        {...form.field('email')}
        type="email"
        hint="Left empty: who pays finds the private link on their page, and hands it on."
      />
      <OfferedChoices event={reservation.event} picked={options} onPick={setOptions} />
      <p className="note">
        What the stay costs is added to what is still to be paid; if nothing is, it becomes an invoice due
        today.
      </p>
      {email !== '' && (
        <CheckField {...form.check('sendEmail')}>Send an email with the private link</CheckField>
      )}
    </OverbookableForm>
  )
}

interface PayQuestionProps extends DialogProps {
  /** The name of who pays until now. */
  payer: string
  opened: 'split' | 'payer' | null
}

/** Whether a companion is to pay: for all, or for themselves alone. */
function PayQuestion({ payer, opened, onClose, keepFocus, ...part }: PayQuestionProps) {
  const { id, customerName, email } = part.reservation
  const call = useCall()
  const confirmed = useConfirmed(part, keepFocus)
  const forAll = opened === 'payer'
  const send = () =>
    confirmed(
      (version) => call(forAll ? changePayer : splitFromParty, { body: { id, version } }),
      forAll ? `${customerName} pays for all from now on` : `${customerName} pays alone from now on`,
    )
  return (
    <ConfirmDialog
      open={opened !== null}
      onClose={onClose}
      title={forAll ? 'Who pays' : 'Split off'}
      does={forAll ? 'Let them pay for all' : 'Split off'}
      onConfirm={send}
    >
      {forAll ? (
        <p>
          <strong>{customerName}</strong> pays for all from now on. The invoices of {payer}, paid ones too,
          stand with {customerName}. A refund still goes to the card that paid.{' '}
          {email === '' ? 'There is no email address for them, so nobody is told.' : 'We tell them by email.'}
        </p>
      ) : (
        <p>
          <strong>{customerName}</strong> pays for their own stay from now on: what was not paid for them yet
          becomes invoices of their own. What {payer} paid for them stays paid.
        </p>
      )}
    </ConfirmDialog>
  )
}
