/** The lodging and extras in the event form, each with a price and a limit (R37.1). */
import { useRef } from 'react'
import { type TypedOption, readOptions, writeOptions } from '#app/admin/event-form/values.ts'
import { movedTo } from '#shared/collections.ts'
import { TextButton } from '#app/ui/button.tsx'
import { CheckField, DollarsField, FieldError, TextField, SelectField } from '#app/ui/field.tsx'
import type { SectionProps } from './sections.tsx'
import { Text } from '#app/ui/text.tsx'

const NEW_OPTION: TypedOption = {
  id: null,
  kind: 'lodging',
  name: '',
  description: '',
  price: '0',
  stock: '',
  perRoom: '',
  closed: false,
}

export function OptionsSection({ state }: Pick<SectionProps, 'state'>) {
  const { form, values, saved } = state
  const { id: sectionId, error } = state.check('options')
  const options = readOptions(values.options)
  const end = useRef<HTMLDivElement>(null)
  const write = (next: TypedOption[]) =>
    form.setValue('options', writeOptions(next), {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    })
  const add = (kind: TypedOption['kind']) => {
    write([...options, { ...NEW_OPTION, kind }])
    setTimeout(() => end.current?.querySelector<HTMLInputElement>('article:last-of-type input')?.focus())
  }
  return (
    <fieldset className="form-section" id={sectionId} tabIndex={-1}>
      <legend className="form-section-title">Lodging and extras</legend>
      <p className="form-section-lead">
        If you offer lodging, each guest chooses one. Extras are up to them.
      </p>
      <div className="form-options" ref={end}>
        {options.map((option, index) => (
          <OptionFields
            key={option.id ?? `new-${index}`}
            index={index}
            count={options.length}
            option={option}
            booked={saved?.options.find(({ id }) => id === option.id)}
            onChange={(changes) => write(options.with(index, { ...option, ...changes }))}
            onMove={(by) => write(movedTo(options, index, index + by))}
            onDelete={() => write(options.toSpliced(index, 1))}
          />
        ))}
        <FieldError id={sectionId} error={error} />
        <p className="form-cost">
          <TextButton onClick={() => add('lodging')}>Add lodging</TextButton>
          <TextButton onClick={() => add('extra')}>Add an extra</TextButton>
        </p>
      </div>
    </fieldset>
  )
}

interface OptionFieldsProps {
  option: TypedOption
  index: number
  count: number
  /**
   * How many guests have booked the option now, and whether a guest ever has. Undefined for an option that is
   * not saved yet.
   */
  booked: { booked: number; everBooked: boolean } | undefined
  onChange: (changes: Partial<TypedOption>) => void
  onMove: (by: -1 | 1) => void
  onDelete: () => void
}

function OptionFields({ option, index, count, booked, onChange, onMove, onDelete }: OptionFieldsProps) {
  const id = (name: string) => `option-${index}-${name}`
  const text = (name: 'name' | 'description' | 'price' | 'stock' | 'perRoom') => ({
    id: id(name),
    value: option[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const called = option.name.trim() || `option ${index + 1}`
  const kept = booked?.everBooked ?? false
  return (
    <article className="form-option" aria-label={called}>
      <div className="form-section-fields">
        <TextField
          {...text('name')}
          label="What it is called"
          required
          maxLength={80}
          hint={describeBooked(booked)}
        />
        <SelectField
          id={id('kind')}
          label="Kind"
          required
          value={option.kind}
          disabled={kept}
          options={{ lodging: 'Lodging', extra: 'Extra' }}
          onChange={(event) => onChange({ kind: event.target.value as TypedOption['kind'] })}
        />
        <DollarsField {...text('price')} label="Price in dollars" required hint="Added to the cost." />
        <TextField
          {...text('stock')}
          label="How many guests can have it"
          inputMode="numeric"
          hint="If empty: no limit."
        />
        {option.kind === 'lodging' && (
          <TextField
            {...text('perRoom')}
            label="Guests in one room"
            inputMode="numeric"
            hint="If empty: as many as it has beds."
          />
        )}
        <TextField {...text('description')} label="In a few words" maxLength={300} />
      </div>
      <CheckField
        id={id('closed')}
        checked={option.closed}
        onChange={(event) => onChange({ closed: event.target.checked })}
      >
        Closed: guests who chose it keep it, and nobody else can choose it
      </CheckField>
      <p className="form-cost">
        {index > 0 && (
          <TextButton onClick={() => onMove(-1)}>
            <Text>Move {called} up</Text>
          </TextButton>
        )}
        {index < count - 1 && (
          <TextButton onClick={() => onMove(1)}>
            <Text>Move {called} down</Text>
          </TextButton>
        )}
        {!kept && (
          <TextButton onClick={onDelete}>
            <Text>Delete {called}</Text>
          </TextButton>
        )}
      </p>
    </article>
  )
}

function describeBooked(booked: OptionFieldsProps['booked']): string {
  if (!booked?.everBooked) return 'As guests read it.'
  const { booked: count } = booked
  return count === 0
    ? 'Guests have chosen it before. You can close it, but not delete it.'
    : `Booked ${count === 1 ? 'once' : `${count} times`}. You can close it, but not delete it.`
}
