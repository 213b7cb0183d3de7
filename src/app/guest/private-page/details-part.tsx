import { useEffect, useState } from 'react'
import { detailsDraft, DetailsForm } from '#app/guest/details/details-form.tsx'
import { formatDay } from '#shared/format-days.ts'
import { Button } from '#app/ui/button.tsx'
import { visit } from '#app/ui/alert.tsx'
import { announce } from '#app/ui/toast.tsx'
import { useFocusFallback } from '#app/ui/focus.ts'
import { useHydrated } from '#app/ui/tab-store.ts'
import { venue } from '#shared/venue.ts'
import { calledName, type GuestPart } from './guest-part.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

const HEADING = 'details'

type Stage = 'resting' | 'editing' | 'saved'

/**
 * The section with the guest's final details. It shows the form, or thanks and a button to change the
 * details.
 */
export function DetailsPart({ reservation, onChanged }: GuestPart) {
  const { additionalInformationProvided: given, detailsProblem } = reservation
  const started = useHydrated()
  const [chosen, setStage] = useState<Stage | null>(null)
  // A draft in this browser means that the guest was changing the details. The form then opens again after a
  // reload.
  const unfinished =
    chosen === null && started && detailsProblem === null && detailsDraft(reservation).read() !== null
  const stage = chosen ?? (unfinished ? 'editing' : 'resting')
  const keepFocus = useFocusFallback(HEADING)
  useEffect(() => {
    if (detailsProblem !== null) detailsDraft(reservation).delete()
  }, [detailsProblem, reservation])

  const saved = () => {
    setStage('saved')
    announce('Your details are saved.')
    onChanged()
  }
  const close = () => {
    keepFocus()
    setStage('resting')
  }
  const edit = () => {
    keepFocus()
    setStage('editing')
  }

  const asked = stage === 'editing' || (stage === 'resting' && !given && detailsProblem === null)
  return (
    <section aria-labelledby={HEADING}>
      {stage === 'saved' ? (
        <Thanks name={calledName(reservation)} />
      ) : (
        <h2 id={HEADING} tabIndex={-1}>
          {asked && !given ? 'Tell us what we need to know' : 'Your details'}
        </h2>
      )}
      {asked ? (
        // The fields stay disabled until React starts, because React would lose text that was typed earlier.
        <fieldset className="guest-form" disabled={!started}>
          <noscript>
            <p>
              This form needs JavaScript. You can also email your answers to{' '}
              <a href={`mailto:${venue.email}`}>{venue.email}</a>.
            </p>
          </noscript>
          <DetailsForm
            reservation={reservation}
            onSaved={saved}
            onOutdated={onChanged}
            onClose={given ? close : undefined}
          />
        </fieldset>
      ) : (
        <GivenDetails reservation={reservation} onChange={detailsProblem === null ? edit : null} />
      )}
    </section>
  )
}

function Thanks({ name }: { name: string }) {
  // Scrolls to the heading. The form was long, so the page would otherwise stay at the scroll position of the
  // form's button.
  useEffect(() => visit(HEADING), [])
  return (
    <h2 id={HEADING} tabIndex={-1}>
      <Text>Thank you, </Text>
      <Verbatim>{name}</Verbatim>
      <Text>. That is all we need.</Text>
    </h2>
  )
}

type GivenDetailsProps = Pick<GuestPart, 'reservation'> & { onChange: (() => void) | null }

function GivenDetails({ reservation, onChange }: GivenDetailsProps) {
  const { detailsProblem, changeUntil, hostPhone, foodAllergies } = reservation
  const given = reservation.additionalInformationProvided
  // True if the details were entered by a link that the payer had passed on. That link must not show them, so the
  // server leaves out even required answers (R39.4).
  const handedOn = given && foodAllergies === null
  if (onChange)
    return (
      <>
        <p>
          <Text>
            We have your answers.
            {handedOn && ' Someone shared this link with you, so we don’t show them here.'} You can{' '}
            {handedOn ? 'enter new ones' : 'change them'} until {formatDay(changeUntil)}.
          </Text>
        </p>
        <Button look="plain" onClick={onChange}>
          {handedOn ? 'Enter new answers' : 'Change your answers'}
        </Button>
      </>
    )
  if (!given) return null
  return (
    <p>
      <Text>
        We have your answers.
        {detailsProblem === 'details_closed' &&
          ` You could change them here until ${formatDay(changeUntil)}. The kitchen has planned the meals since then. Anything new? ${hostPhone === null ? 'Write to us.' : `Call ${hostPhone}.`}`}
      </Text>
    </p>
  )
}
