/** The list of the ranch's rooms and their beds, for admins. */
import { useRef, useState } from 'react'
import { z } from 'zod'
import { movedTo } from '#shared/collections.ts'
import { optionalLine, optionalText, requiredLine } from '#shared/fields.ts'
import { eachField } from '#shared/guest-details.ts'
import { plural } from '#shared/text.ts'
import { CheckField, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { ApiForm, type FormState, useApiForm } from '#app/ui/form.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EditDialog, ConfirmDelete } from '#app/ui/dialog-buttons.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useCall, useApiMutation } from '#app/ui/api.tsx'
import { useConflict } from '#app/ui/conflict-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useApiCache, useApiQuery } from '#app/ui/use-api-query.ts'
import {
  createRoom,
  deleteRoom,
  listRooms,
  orderRooms,
  type Room,
  updateRoom,
} from '#domain/onsite/rooms/contract.ts'
import { BED_KINDS, BED_WORDS, type BedKind, capacityOf } from '#domain/onsite/rooms/rules.ts'
import marks from '../marks.css?url'
import sheet from './rooms.css?url'
import { Text, Verbatim } from '#app/ui/text.tsx'

export function RoomList({ seed }: { seed: Room[] }) {
  const { setData } = useApiCache()
  const { data: rooms } = useApiQuery(listRooms, {}, { seed })
  const order = useApiMutation(orderRooms)
  const [edited, edit] = useState<Room | 'new' | null>(null)
  const move = async (room: Room, by: -1 | 1) => {
    const to = rooms.indexOf(room) + by
    const ids = movedTo(rooms, to - by, to).map(({ id }) => id)
    const answer = await order.send({ body: { ids } })
    if (!answer?.ok) return
    setData(listRooms, {}, answer.data.rooms)
    toast(`${room.name} is number ${to + 1} now.`)
  }
  return (
    <>
      <Stylesheet href={marks} />
      <Stylesheet href={sheet} />
      <p className="note">
        <Text>
          {plural(rooms.length, 'room')}, {plural(capacityOf(rooms), 'place')} to sleep. Room suggestions and
          lists use this order.
        </Text>
      </p>
      <p className="button-row">
        <Button onClick={() => edit('new')}>Add a room</Button>
      </p>
      <FailureAlert failed={order.failed} title="Not moved" />
      <DataTable
        caption="Rooms of the ranch"
        columns={roomColumns({ rooms, onMove: (room, by) => void move(room, by), onEdit: edit })}
        rows={rooms}
        rowKey={({ id }) => id}
        empty="No rooms yet. Add the first one, then give guests their beds in an event’s “Rooms” tab."
      />
      <EditDialog
        rows={rooms}
        edited={edited}
        onClose={() => edit(null)}
        add="Add a room"
        nameOf={({ name }) => name}
      >
        {(room) => <RoomForm room={room} />}
      </EditDialog>
    </>
  )
}

interface RoomActions {
  rooms: readonly Room[]
  onMove: (room: Room, by: -1 | 1) => void
  onEdit: (room: Room) => void
}

const roomColumns = (actions: RoomActions): Column<Room>[] => [
  { name: 'name', head: 'Room', names: true, cell: (room) => <NameOf room={room} /> },
  { name: 'beds', head: 'Beds', cell: ({ beds }) => describeBeds(beds) },
  { name: 'sleeps', head: 'Sleeps', width: '4.5rem', number: true, cell: (room) => capacityOf([room]) },
  { name: 'notes', head: 'Notes', label: '', wide: true, cell: ({ notes }) => notes },
  {
    name: 'actions',
    head: 'Actions',
    quiet: true,
    wide: true,
    width: '13rem',
    className: 'room-actions',
    cell: (room) => <RoomButtons room={room} {...actions} />,
  },
]

function RoomButtons({ room, rooms, onMove, onEdit }: RoomActions & { room: Room }) {
  const { id, name } = room
  const { send } = useApiMutation(deleteRoom, { invalidates: [listRooms] })
  const move = (way: 'up' | 'down', by: -1 | 1, last: Room | undefined) => (
    <IconButton
      label={`Move ${name} ${way}`}
      icon={way}
      disabled={room === last}
      onClick={() => onMove(room, by)}
    />
  )
  return (
    <>
      {move('up', -1, rooms[0])}
      {move('down', 1, rooms.at(-1))}
      <IconButton label={`Edit ${name}`} icon="edit" onClick={() => onEdit(room)} />
      <ConfirmDelete what={name} onDelete={() => send({ query: { id } })} />
    </>
  )
}

function NameOf({ room: { name, floor, accessible } }: { room: Room }) {
  return (
    <>
      <Verbatim>{name}</Verbatim>
      {floor && <span className="note">{floor}</span>}
      {accessible && <span className="mark mark-good">Accessible</span>}
    </>
  )
}

function describeBeds(beds: readonly BedKind[]): string {
  const words = [...Map.groupBy(beds, (bed) => bed)].map(([kind, alike]) =>
    plural(alike.length, BED_WORDS[kind].toLowerCase()).replace(/^1 /, 'one '),
  )
  return words.join(', ').replace(/^o/, 'O')
}

/**
 * The names of the form's fields for beds. The API allows more beds in a room, and saving the form does not
 * change the additional beds.
 */
const BEDS = ['bed1', 'bed2', 'bed3', 'bed4', 'bed5', 'bed6'] as const

const values = z.object({
  name: requiredLine(60),
  floor: optionalLine(60),
  notes: optionalText(500),
  accessible: z.boolean(),
  ...eachField(BEDS, () => z.enum(['', ...BED_KINDS])),
})
const schema = values.refine((room) => BEDS.some((name) => room[name]), {
  path: ['bed1'],
  error: 'Please choose a bed',
})

const LABELS = {
  name: 'Name',
  floor: 'Where it is',
  accessible: 'Accessible',
  bed1: 'First bed',
  bed2: 'Second bed',
  bed3: 'Third bed',
  bed4: 'Fourth bed',
  bed5: 'Fifth bed',
  bed6: 'Sixth bed',
  notes: 'Notes about the room',
}

const OPTIONS: Record<string, string> = { '': 'None', ...BED_WORDS }

const typedOf = (room: Room | null) => ({
  name: room?.name ?? '',
  floor: room?.floor ?? '',
  notes: room?.notes ?? '',
  accessible: room?.accessible ?? false,
  ...eachField(BEDS, (name): BedKind | '' => room?.beds[BEDS.indexOf(name)] ?? ''),
})

const bedsBeyond = (room: Room | null) => room?.beds.slice(BEDS.length) ?? []

/** Renders the form that adds or edits a room. `room` is null for a new room. */
function RoomForm({ room }: { room: Room | null }) {
  // Keeps the room as it was when the form opened, even if the page refetches the room. A save sends the
  // version that the admin saw, so that the server notices changes by another admin.
  const [opened] = useState(room)
  const beyond = useRef(bedsBeyond(room))
  const call = useCall()
  const { setData } = useApiCache()
  const form: FormState<ReturnType<typeof typedOf>, z.output<typeof schema>> = useApiForm(
    room ? updateRoom : createRoom,
    {
      prefix: 'room',
      schema,
      values: typedOf(opened),
      labels: LABELS,
      version: opened?.version ?? 0,
      toInput: ({ name, floor, notes, accessible, ...typed }, { version }) => {
        const beds = [...BEDS.map((each) => typed[each]), ...beyond.current]
        const said = { name, floor, notes, accessible, beds: beds.filter((bed) => bed !== '') }
        return room ? { body: { id: room.id, version, room: said } } : { body: { room: said } }
      },
      invalidates: [listRooms],
      onOutdated: () => void conflict.compare(),
      onDone: (_reply, { name }) => toast(`${name} is saved.`),
    },
  )
  const conflict = useConflict(form, {
    title: 'Someone else has changed this room in the meantime',
    labels: LABELS,
    shown: (value, name) => {
      if (typeof value === 'boolean') return value ? 'yes' : 'no'
      return name.startsWith('bed') ? (OPTIONS[value] ?? value) : value
    },
    together: true,
    read: async () => {
      const found = await call(listRooms)
      if (!found.ok) return null
      setData(listRooms, {}, found.data)
      const now = found.data.find(({ id }) => id === room?.id)
      if (!now) return null
      beyond.current = bedsBeyond(now)
      return { version: now.version, values: typedOf(now) }
    },
  })
  return (
    <>
      <ApiForm form={form} label="Room" does={room ? 'Save the room' : 'Add the room'}>
        <TextField {...form.field('name')} required />
        <TextField {...form.field('floor')} hint="In your own words, such as “upstairs”." />
        <fieldset className="room-beds">
          <legend>Beds</legend>
          {BEDS.map((name) => (
            <SelectField key={name} {...form.field(name)} options={OPTIONS} required={name === 'bed1'} />
          ))}
        </fieldset>
        <CheckField {...form.check('accessible')}>
          Accessible: no stairs on the way to bed and bath
        </CheckField>
        <TextArea {...form.field('notes')} hint="About the room, not about guests." />
      </ApiForm>
      {conflict.dialog}
    </>
  )
}
