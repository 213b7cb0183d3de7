/**
 * The step of the sign-up form for companions (R39.1): their names, e-mail addresses, lodging and extras.
 * Companions give all other details on their own private pages.
 */
import { type ChangeEvent, useEffect, useState } from 'react'
import { TextButton } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/email-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { OfferedOption } from '#domain/events/domain/offered-options.ts'
import { MOST_IN_PARTY } from '#domain/booking/domain/party.ts'
import { Choices, optionsLeftFor } from '#app/guest/details/choices.tsx'
import { Step } from '#app/guest/details/guest-form.tsx'
import { type Companion, companionName, EMPTY_COMPANION, numbered } from './sign-up-draft.ts'
import { companionFieldId, type Companions } from './use-companions.ts'
import type { SignUp } from './use-sign-up.ts'
import { Text } from '#app/ui/text.tsx'

interface CompanionsStepProps {
  signUp: SignUp
  companions: Companions
  options: readonly OfferedOption[]
  most: number
  total: string
  charged: boolean
  refused: boolean
}

export function CompanionsStep({ total, charged, most, ...props }: CompanionsStepProps) {
  const list = useCompanionList(props)
  const { signUp } = props
  const closed = signUp.state.at === 'paying'
  const count = signUp.companions.length
  return (
    <Step title="Coming with you">
      <p className="step-lead">
        <Text>
          {charged && 'You pay for everyone. '}Each guest gets an email with a link to their own page, to tell
          us about food, health and who to call. No email address? You’ll get their link to pass along.
        </Text>
      </p>
      {numbered(signUp.companions).map(({ guest, of: companion }) => (
        <CompanionRow
          key={guest}
          index={guest - 2}
          companion={companion}
          options={optionsLeftFor(props.options, signUp, guest - 1)}
          closed={closed}
          list={list}
        />
      ))}
      {!closed && list.taken && (
        <p className="note">
          <Text>{companionName(list.taken.companion, list.taken.index)} was removed.</Text>{' '}
          <TextButton id={UNDO_ID} onClick={list.undo}>
            Undo
          </TextButton>
        </p>
      )}
      {!closed && (
        <p className="note">
          {count < most ? (
            <TextButton id={ADD_ID} onClick={list.add}>
              {count === 0 ? 'Add a guest' : 'Add another guest'}
            </TextButton>
          ) : most < MOST_IN_PARTY - 1 ? (
            'No more spots are left.'
          ) : (
            'One sign-up is for at most six people. Please sign up the others separately.'
          )}
        </p>
      )}
      <output className="choices-sum">{total}</output>
    </Step>
  )
}

/**
 * Keeps the list of companions, and which errors the form shows. A field shows its error after it has lost
 * the focus.
 */
function useCompanionList({
  signUp,
  companions,
  refused,
}: Pick<CompanionsStepProps, 'signUp' | 'companions' | 'refused'>) {
  const listed = signUp.companions
  const { found, setFound, brought } = companions
  const [left, setLeft] = useState<readonly string[]>([])
  const [taken, setTaken] = useState<{ index: number; companion: Companion } | null>(null)
  const [focused, setFocused] = useState<{ id: string } | null>(brought ? { id: nameIdOf(0) } : null)
  useEffect(() => {
    if (focused) document.getElementById(focused.id)?.focus()
  }, [focused])
  /**
   * Replaces the list of companions. Drops the errors of companions from index `from` on, because these
   * companions have moved to another index.
   */
  const replace = (from: number, next: Companion[], focus: string) => {
    const isBefore = (path: string) => Number(path.split('.')[1]) < from
    setLeft(left.filter(isBefore))
    setFound(Object.fromEntries(Object.entries(found).filter(([path]) => isBefore(path))))
    signUp.setCompanions(next)
    setFocused({ id: focus })
  }
  const insert = (index: number, companion: Companion) => {
    setTaken(null)
    replace(index, listed.toSpliced(index, 0, companion), nameIdOf(index))
  }
  return {
    errorAt: (path: string) =>
      refused || left.includes(path) || path in found ? companions.errors[path] : undefined,
    leave: (path: string) => setLeft([...left, path]),
    change: (index: number, changes: Partial<Companion>) => {
      const changed = new Set(Object.keys(changes).map((name) => `companions.${index}.${name}`))
      setFound(Object.fromEntries(Object.entries(found).filter(([path]) => !changed.has(path))))
      signUp.setCompanions(listed.map((one, at) => (at === index ? { ...one, ...changes } : one)))
    },
    add: () => insert(listed.length, EMPTY_COMPANION),
    remove: (index: number, companion: Companion) => {
      const isBlank = companion.customerName.trim() === '' && companion.email.trim() === ''
      setTaken(isBlank ? null : { index, companion })
      replace(index, listed.toSpliced(index, 1), isBlank ? ADD_ID : UNDO_ID)
    },
    /** The companion whom the guest has just removed. The guest can undo the removal. */
    taken,
    undo: () => taken && insert(taken.index, taken.companion),
  }
}

const nameIdOf = (index: number) => companionFieldId(`companions.${index}.customerName`)
const ADD_ID = 'add-companion'
const UNDO_ID = 'undo-removal'

type CompanionList = ReturnType<typeof useCompanionList>

interface CompanionRowProps {
  index: number
  companion: Companion
  /** The options, each with the number that is left after the choices of the party's other guests. */
  options: readonly OfferedOption[]
  closed: boolean
  list: CompanionList
}

function CompanionRow({ index, companion, options, closed, list }: CompanionRowProps) {
  const of = `companions.${index}`
  const heading = companionFieldId(of)
  const field = (name: 'customerName' | 'email') => ({
    id: companionFieldId(`${of}.${name}`),
    value: companion[name],
    error: list.errorAt(`${of}.${name}`),
    readOnly: closed,
    autoComplete: 'off',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => list.change(index, { [name]: target.value }),
    onBlur: () => list.leave(`${of}.${name}`),
  })
  return (
    <fieldset className="companion" aria-labelledby={heading}>
      <p className="companion-head">
        <strong id={heading}>
          <Text>Guest {index + 2}</Text>
        </strong>
        {!closed && (
          <TextButton onClick={() => list.remove(index, companion)}>
            Remove
            <span className="visually-hidden">
              {' '}
              <Text>guest {index + 2}</Text>
            </span>
          </TextButton>
        )}
      </p>
      <div className="step-pair">
        <TextField {...field('customerName')} label="Full name" required />
        <div>
          <EmailField
            {...field('email')}
            label="Email"
            onSuggested={(email) => list.change(index, { email })}
          />
        </div>
      </div>
      <Choices
        id={companionFieldId(`${of}.options`)}
        options={options}
        picked={companion.options}
        onPick={(picked) => list.change(index, { options: picked })}
        closed={closed}
        error={list.errorAt(`${of}.options`) ?? null}
      />
    </fieldset>
  )
}
