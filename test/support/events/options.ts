import type { EventOption } from '#domain/events/domain/options.ts'

const option = (id: number, changes: Partial<EventOption> = {}): EventOption => ({
  id,
  kind: 'lodging',
  name: `Room ${id}`,
  price: 0,
  stock: null,
  booked: 0,
  closed: false,
  everBooked: false,
  ...changes,
})

export const shared = option(1, { name: 'Shared room' })
export const single = option(2, { name: 'A room of your own', price: 20_000, stock: 3 })
export const kit = option(3, { kind: 'extra', name: 'Leather kit', price: 4_000 })
