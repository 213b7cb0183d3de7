/** The lodging and extras in the event form, each with a price and a limit (R37.1). */
import { useRef } from 'react'
import { Link } from 'react-router'
import {
  DELETED_ROOM,
  type TypedOption,
  readOptions,
  roomsOf,
  typedStock,
  writeOptions,
} from '#app/admin/event-form/values.ts'
import { paths } from '#app/paths.ts'
import { guestsSharing, type NamedRoom } from '#domain/events/domain/lodging.ts'
import { movedTo, withOrWithout } from '#shared/collections.ts'
import { plural, times } from '#shared/text.ts'
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
  rooms: [],
}

export function OptionsSection({ state }: Pick<SectionProps, 'state'>) {
  const { form, values, saved, rooms } = state
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
            rooms={roomChoices(rooms, option, options)}
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

/** A room that a lodging can have. */
interface RoomChoice extends NamedRoom {
  /** The name of another lodging of this event, which has the room. */
  takenBy?: string
}

/** Returns the rooms that an option can have, with the rooms that it still has although they were deleted. */
function roomChoices(
  rooms: readonly NamedRoom[],
  option: TypedOption,
  options: readonly TypedOption[],
): RoomChoice[] {
  const deleted = option.rooms.filter((id) => rooms.every((room) => room.id !== id))
  return [
    ...rooms.map((room) => {
      const other = options.find((one) => one !== option && roomsOf(one).includes(room.id))
      const taken = other && !option.rooms.includes(room.id)
      return { ...room, ...(taken && { takenBy: other.name.trim() || 'another lodging' }) }
    }),
    ...deleted.map((id) => ({ id, name: DELETED_ROOM, beds: [] })),
  ]
}

interface OptionFieldsProps {
  option: TypedOption
  rooms: RoomChoice[]
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

function OptionFields({
  option,
  rooms,
  index,
  count,
  booked,
  onChange,
  onMove,
  onDelete,
}: OptionFieldsProps) {
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
        {roomsOf(option).length > 0 ? (
          <StockOfRooms id={id('stock')} option={option} rooms={rooms} />
        ) : (
          <TextField
            {...text('stock')}
            label="How many guests can have it"
            inputMode="numeric"
            hint="If empty: no limit."
          />
        )}
        {option.kind === 'lodging' && (
          <TextField
            {...text('perRoom')}
            label="Guests in one room"
            inputMode="numeric"
            hint="If empty: one in each bed, two in a bunk."
          />
        )}
        <TextField {...text('description')} label="In a few words" maxLength={300} />
        {option.kind === 'lodging' && (
          <RoomFields
            id={id('rooms')}
            option={option}
            rooms={rooms}
            onChange={(ids) => onChange({ rooms: ids })}
          />
        )}
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

interface RoomFieldsProps {
  id: string
  option: TypedOption
  rooms: RoomChoice[]
}

/** Renders how many guests can have a lodging with rooms. An admin cannot type this number, because the beds decide. */
function StockOfRooms({ id, option, rooms }: RoomFieldsProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        How many guests can have it
      </label>
      <p className="field-hint">From the beds of its rooms.</p>
      <output className="form-stock" id={id}>
        {typedStock(option, rooms)}
      </output>
    </div>
  )
}

/** Renders a checkbox for each room of the venue. A room that another lodging has cannot be ticked. */
function RoomFields({
  id,
  option,
  rooms,
  onChange,
}: RoomFieldsProps & { onChange: (rooms: number[]) => void }) {
  const perRoom = Number(option.perRoom) || null
  return (
    <fieldset className="form-wide form-rooms" aria-describedby={`${id}-hint`}>
      <legend className="field-label">
        Its rooms<span className="field-optional"> (optional)</span>
      </legend>
      <p className="field-hint" id={`${id}-hint`}>
        {rooms.length === 0 ? (
          <>
            <Text>First add the ranch’s rooms on </Text>
            <Link to={paths.rooms}>Rooms</Link>
            <Text>.</Text>
          </>
        ) : (
          <Text>
            “Suggest rooms” puts guests who chose this only into these rooms, and nobody else. If none is
            ticked, they can sleep in any room that no lodging has.
          </Text>
        )}
      </p>
      {rooms.map((room) => (
        <CheckField
          key={room.id}
          id={`${id}-${room.id}`}
          checked={option.rooms.includes(room.id)}
          disabled={room.takenBy !== undefined}
          onChange={(event) =>
            onChange(
              [...withOrWithout(new Set(option.rooms), [room.id], event.target.checked)].toSorted(
                (one, other) => one - other,
              ),
            )
          }
        >
          <Text>{describeRoom(room, perRoom)}</Text>
        </CheckField>
      ))}
    </fieldset>
  )
}

function describeRoom({ name, beds, takenBy }: RoomChoice, perRoom: number | null): string {
  if (takenBy !== undefined) return `${name} (in “${takenBy}”)`
  return beds.length === 0 ? name : `${name} (${plural(guestsSharing(beds, perRoom), 'guest')})`
}

function describeBooked(booked: OptionFieldsProps['booked']): string {
  if (!booked?.everBooked) return 'As guests read it.'
  const { booked: count } = booked
  return count === 0
    ? 'Guests have chosen it before. You can close it, but not delete it.'
    : `Booked ${times(count)}. You can close it, but not delete it.`
}
