/** The section with a guest's party and its payer (R39.3, R39.6). */
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import {
  addToParty,
  CANNOT_PAY_FOR_ALL,
  changePayer,
  splitFromParty,
} from '#domain/booking/contract/party.ts'
import { MOST_IN_PARTY } from '#domain/booking/domain/party.ts'
import { paidBy } from '#domain/booking/domain/party-view.ts'
import { clearableEmail, personName } from '#shared/fields.ts'
import { adminReservationPath } from '#shared/links.ts'
import { isActive, statusWords } from '#shared/reservation-status.ts'
import { useCall } from '#app/ui/api.tsx'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { asksToOverbook, OverbookableForm } from './bookable-events.tsx'
import { OfferedChoices } from './choices-section.tsx'
import {
  ConfirmAction,
  ReservationSection,
  canChange,
  DialogOpener,
  type PartProps,
  usePassingOn,
  useReservation,
  useReservationForm,
} from './form-parts.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'

export function PartySection(part: PartProps) {
  const { reservation } = part
  const { id, party } = reservation
  const changes = canChange(reservation)
  if (!party && !changes) return null
  const payer = paidBy(party)
  const standing = party?.members.filter((member) => isActive(member.status)).length ?? 1
  return (
    <ReservationSection {...part} id="party" heading="Party">
      {party ? (
        <ul>
          {party.members.map((member) => (
            <li key={member.id}>
              {member.id === id ? (
                <Verbatim>{member.customerName || 'Deleted guest'}</Verbatim>
              ) : (
                <Link to={adminReservationPath(member.id)}>
                  <Verbatim>{member.customerName || 'Deleted guest'}</Verbatim>
                </Link>
              )}
              <span className="note">{` ${describeMember(member)}`}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>This guest comes alone.</p>
      )}
      {changes && (
        <div className="book-buttons book-apart">
          {standing < MOST_IN_PARTY && (
            <DialogOpener
              label="Add a companion…"
              title={`Add a companion of ${(payer ?? reservation).customerName}`}
            >
              <AddForm />
            </DialogOpener>
          )}
          {payer && (
            <>
              <PayForAllOffer payer={payer.customerName} />
              <DialogOpener label="Split off…">
                <SplitOff payer={payer.customerName} />
              </DialogOpener>
            </>
          )}
        </div>
      )}
    </ReservationSection>
  )
}

type Member = NonNullable<PartProps['reservation']['party']>['members'][number]

/** Describes one guest of the party in a few words: `"Pays for all · Info missing"`. */
function describeMember({ payer, status, waitsForMailbox, detailsGiven }: Member): string {
  const held = statusWords({ status, waitsForMailbox })
  const missing = isActive(status) && !detailsGiven && 'Info missing'
  return [payer && 'Pays for all', held, missing].filter(Boolean).join(' · ')
}

const newCompanion = z.object({
  customerName: personName(),
  email: clearableEmail(),
  sendEmail: z.boolean(),
})

function AddForm() {
  const { reservation } = useReservation()
  const [options, setOptions] = useState<number[]>([])
  const form = useReservationForm(addToParty, {
    prefix: 'companion',
    schema: newCompanion,
    values: { customerName: '', email: '', sendEmail: true },
    labels: { customerName: 'Full name', email: 'Email' },
    toInput: (values, { version }) => ({
      body: { ...values, id: reservation.id, version, options, allowOverbooking: full },
    }),
    announcement: ({ customerName }) => `Added ${customerName}`,
  })
  const email = form.form.watch('email')
  const full: boolean = asksToOverbook(form.refusal)
  return (
    <OverbookableForm
      form={form}
      label="Add a companion"
      does="Add the companion"
      question={`${form.refusal?.message} Add one more guest anyway?`}
    >
      <TextField {...form.field('customerName')} required />
      <TextField
        {...form.field('email')}
        type="email"
        hint="If empty: the payer finds the private link on their own page and passes it on."
      />
      <OfferedChoices event={reservation.event} picked={options} onPick={setOptions} />
      <p className="note">
        The price of the stay is added to an unpaid invoice. If there is none, it becomes a new invoice due
        today.
      </p>
      {email !== '' && (
        <CheckField {...form.check('sendEmail')}>Send an email with the private link</CheckField>
      )}
    </OverbookableForm>
  )
}

/** Renders the button that makes this guest the payer, or why that is impossible. */
function PayForAllOffer({ payer }: { payer: string }) {
  const isPassingOn = usePassingOn(useReservation().reservation)
  if (isPassingOn) return <p>{CANNOT_PAY_FOR_ALL}</p>
  return (
    <DialogOpener label="Let this guest pay for all…">
      <PayForAll payer={payer} />
    </DialogOpener>
  )
}

/** @param payer name of the guest who pays for the party now */
function PayForAll({ payer }: { payer: string }) {
  const { id, customerName, email } = useReservation().reservation
  const call = useCall()
  return (
    <ConfirmAction
      title={`Let ${customerName} pay for all`}
      does="Let them pay for all"
      send={(version) => call(changePayer, { body: { id, version } })}
      announcement={`${customerName} pays for all from now on`}
    >
      <p>
        <strong translate="no">{customerName}</strong> pays for all from now on. All invoices of{' '}
        <Verbatim>{payer}</Verbatim>, paid ones too, move to <Verbatim>{customerName}</Verbatim>
        <Text>
          . Refunds still go to the card that paid.{' '}
          {email === '' ? 'We have no email address for this guest, so please tell' : 'We email'}
        </Text>{' '}
        <Verbatim>{customerName}</Verbatim>
        <Text>{email === '' ? ' yourself.' : '.'}</Text>
      </p>
    </ConfirmAction>
  )
}

/** @param payer name of the guest who pays for the party now */
function SplitOff({ payer }: { payer: string }) {
  const { id, customerName } = useReservation().reservation
  const call = useCall()
  return (
    <ConfirmAction
      title={`Split off ${customerName}`}
      does="Split off this guest"
      send={(version) => call(splitFromParty, { body: { id, version } })}
      announcement={`${customerName} pays alone from now on`}
    >
      <p>
        <strong translate="no">{customerName}</strong> pays for their own stay from now on. Any unpaid part of
        it becomes their own invoices. What <Verbatim>{payer}</Verbatim> has paid for them still counts.
      </p>
    </ConfirmAction>
  )
}
