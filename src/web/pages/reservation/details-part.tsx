import { useEffect, useState } from 'react'
import { detailsDraft, DetailsForm } from '#features/booking/ui/guest/details-form.tsx'
import { formatDay } from '#shared/format-days.ts'
import { Button } from '#ui/button.tsx'
import { visit } from '#ui/alert.tsx'
import { announce } from '#ui/toast.tsx'
import { useFocusKept } from '#ui/focus.ts'
import { useHydrated } from '#ui/tab-state.ts'
import { venue } from '#shared/venue.ts'
import { calledName, type GuestPart } from './guest-part.ts'
import { Text, Verbatim } from '#ui/text.tsx'

const HEADING = 'details'

type Stage = 'resting' | 'editing' | 'saved'

/** The part of the page with the guest's details: asked for, thanked for, and changed later while there is time. */
export function DetailsPart({ reservation, onChanged }: GuestPart) {
  const { id, additionalInformationProvided: given, detailsProblem } = reservation
  const started = useHydrated()
  const [chosen, setStage] = useState<Stage | null>(null)
  // A change that a reload cut off goes on; only the browser knows of it.
  const cutOff = chosen === null && started && detailsProblem === null && detailsDraft(id).read() !== null
  const stage = chosen ?? (cutOff ? 'editing' : 'resting')
  const keepFocus = useFocusKept(HEADING)
  useEffect(() => {
    if (detailsProblem !== null) detailsDraft(id).forget()
  }, [detailsProblem, id])

  const saved = () => {
    setStage('saved')
    announce('Your details are saved.')
    onChanged()
  }
  const close = () => {
    detailsDraft(id).forget()
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
        // The fields are disabled until React is there: what was typed before would be lost.
        <fieldset className="guest-form" disabled={!started}>
          <noscript>
            <p>
              This form needs JavaScript. Or write the answers to{' '}
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
        <Kept reservation={reservation} onChange={detailsProblem === null ? edit : null} />
      )}
    </section>
  )
}

function Thanks({ name }: { name: string }) {
  // The form was long: without it the page would stay wherever its button was.
  useEffect(() => visit(HEADING), [])
  return (
    <h2 id={HEADING} tabIndex={-1}>
      <Text>Thank you, </Text>
      <Verbatim>{name}</Verbatim>
      <Text>. That is all we need.</Text>
    </h2>
  )
}

type KeptProps = Pick<GuestPart, 'reservation'> & { onChange: (() => void) | null }

function Kept({ reservation, onChange }: KeptProps) {
  const { detailsProblem, changeUntil, hostPhone, foodAllergies } = reservation
  const given = reservation.additionalInformationProvided
  // What everybody must tell, and what is told by a link that was handed on is not shown by it again (R39.4).
  const handedOn = given && foodAllergies === null
  if (onChange)
    return (
      <>
        <p>
          <Text>
            We have your answers.
            {handedOn && ' This link was handed on to you, so they are not shown here.'} You can{' '}
            {handedOn ? 'write them anew' : 'change them'} until {formatDay(changeUntil)}.
          </Text>
        </p>
        <Button look="plain" onClick={onChange}>
          {handedOn ? 'Write new answers' : 'Change your answers'}
        </Button>
      </>
    )
  if (!given) return null
  return (
    <p>
      <Text>
        We have your answers.
        {detailsProblem === 'details_closed' &&
          ` They could be changed here until ${formatDay(changeUntil)}; the kitchen has planned by now. Something new? ${hostPhone === null ? 'Write to us.' : `Call ${hostPhone}.`}`}
      </Text>
    </p>
  )
}
