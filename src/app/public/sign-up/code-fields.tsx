/**
 * The field for a discount code in the sign-up form, the discount in words, and the field for the price if
 * the guest may choose it (R41).
 */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { checkCode } from '#domain/booking/codes/contract/guest.ts'
import { discounts } from '#domain/booking/codes/domain/discount.ts'
import { type Cents, formatMoney, centsOfDollars } from '#shared/money.ts'
import { Button, TextButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import type { AppliedCode } from './sign-up-draft.ts'
import { type Code, CODE_ID, PAYS_ID } from './use-code.ts'
import type { SignUp } from './use-sign-up.ts'
import { Text } from '#app/ui/text.tsx'

interface CodeFieldsProps {
  signUp: SignUp
  code: Code
  cost: Cents
  /**
   * True after the guest has pressed "Sign up" with missing or wrong answers. The form then shows every
   * error, even of fields that the guest has not visited.
   */
  refused: boolean
}

export function CodeFields({ signUp, code, cost, refused }: CodeFieldsProps) {
  const [focused, setFocused] = useState<{ id: string } | null>(code.pressed ? { id: CODE_ID } : null)
  useEffect(() => {
    if (focused) document.getElementById(focused.id)?.focus()
  }, [focused])
  const closed = signUp.state.at === 'paying'
  const applied = signUp.code
  if (applied === null)
    return (
      <TypedCode
        {...{ signUp, code, closed, refused }}
        onApplied={(given) => setFocused({ id: given.kind === 'open' ? PAYS_ID : REMOVE_ID })}
      />
    )
  const people = signUp.companions.length + 1
  const remove = () => {
    code.type('')
    code.setPaysError(null)
    signUp.setCode(null)
    setFocused({ id: CODE_ID })
  }
  return (
    <>
      <p>
        <output>
          Code <strong translate="no">{applied.code}</strong>
          <Text>: {describeDiscount(applied, { cost, people })}</Text>
        </output>{' '}
        {!closed && (
          <TextButton id={REMOVE_ID} onClick={remove}>
            Remove<span className="visually-hidden"> the code</span>
          </TextButton>
        )}
      </p>
      {applied.kind === 'open' && (
        <OwnPrice key={applied.code} {...{ signUp, code, applied, cost, people, closed }} />
      )}
    </>
  )
}

const REMOVE_ID = 'remove-code'

/** Describes the discount of a code. The amounts in the text are totals of the whole party. */
function describeDiscount(code: AppliedCode, { cost, people }: { cost: Cents; people: number }): string {
  const off = discounts(code, { cost, guests: people }).reduce((sum, cents) => sum + cents, 0)
  const each = people === 1 ? 'your stay' : 'each stay'
  if (code.kind === 'amount') return `${formatMoney(off)} off.`
  if (code.kind === 'percent')
    return off === cost * people
      ? `${people === 1 ? 'your stay is' : 'your stays are'} free.`
      : `${code.value}% off ${each}, saving ${formatMoney(off)}.`
  const least = code.value > 0 ? `: at least ${formatMoney(Math.min(code.value, cost))}` : ''
  const suggested =
    code.suggestion === null ? '' : `; we suggest ${formatMoney(Math.min(code.suggestion, cost))}`
  return `pay what feels right for ${each}${least}${suggested}.`
}

interface TypedCodeProps extends Pick<CodeFieldsProps, 'signUp' | 'code' | 'refused'> {
  closed: boolean
  onApplied: (code: AppliedCode) => void
}

function TypedCode({ signUp, code, refused, closed, onApplied }: TypedCodeProps) {
  const { send, busy } = useApiMutation(checkCode)
  const field = useRef<HTMLInputElement>(null)
  const { typed, error } = code
  // Focuses the field for the discount code if the server refuses the code.
  useEffect(() => {
    if (error !== null) field.current?.focus()
  }, [error])
  const apply = async () => {
    if (typed.trim() === '') return code.setError('Please type your code')
    const answer = await send({ body: { ...signUp.codeFor, code: typed } })
    if (answer === null) return
    if (!answer.ok) return code.setError(answer.fields['code'] ?? answer.message)
    const given = { ...answer.data, pays: null }
    code.type('')
    signUp.setCode(given)
    onApplied(given)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter in the field for the code applies the code. It must not submit the sign-up form.
    event.preventDefault()
    void apply()
  }
  return (
    <div className="code-field">
      <TextField
        ref={field}
        id={CODE_ID}
        label="Code"
        value={typed}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={closed}
        error={error ?? (refused ? code.problems[0]?.message : undefined)}
        onChange={({ target }) => code.type(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button look="plain" busy={busy} disabled={closed} onClick={() => void apply()}>
        Apply
      </Button>
    </div>
  )
}

interface OwnPriceProps extends Pick<CodeFieldsProps, 'signUp' | 'code' | 'cost'> {
  applied: AppliedCode
  people: number
  closed: boolean
}

/**
 * Renders the field in which the guest chooses the price of a stay, from the code's minimum to the full
 * price.
 */
function OwnPrice({ signUp, code, applied, cost, people, closed }: OwnPriceProps) {
  const [text, setText] = useState(() => dollars(applied.pays ?? applied.suggestion ?? cost))
  const [left, setLeft] = useState(false)
  const change = (typed: string) => {
    setText(typed)
    const pays = centsOfDollars(typed)
    const wrong = priceProblem(pays, { least: Math.min(applied.value, cost), cost })
    code.setPaysError(wrong)
    if (wrong === null) signUp.setCode({ ...applied, pays })
  }
  return (
    <TextField
      id={PAYS_ID}
      label={
        people === 1 ? 'What you pay for your stay, in dollars' : 'What you pay for each stay, in dollars'
      }
      required
      inputMode="decimal"
      autoComplete="off"
      value={text}
      readOnly={closed}
      error={left || text !== '' ? (code.paysError ?? undefined) : undefined}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setLeft(true)}
    />
  )
}

const dollars = (cents: Cents): string => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)

function priceProblem(pays: Cents | null, { least, cost }: { least: Cents; cost: Cents }): string | null {
  if (pays === null) return 'Please enter an amount, like 250 or 250.50'
  if (pays < least) return `At least ${formatMoney(least)}, please`
  return pays > cost ? `The full price is ${formatMoney(cost)}` : null
}
