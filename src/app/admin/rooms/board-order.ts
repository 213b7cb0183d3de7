/**
 * Parses the forms with which an admin assigns beds. The server uses this code too, for browsers that run no
 * scripts.
 */
import type { Call } from '#shared/client.ts'
import { assignRoom, showRooms, suggestRooms } from '#domain/onsite/rooms/contract.ts'
import type { Place } from '#domain/onsite/rooms/rules.ts'

/**
 * Returns a bed as text for form fields: `"3.0.1"` means room 3, bed 0, side 1. Returns an empty text if the
 * guest has no bed.
 */
export const placeKey = (place: Place | null): string =>
  place ? `${place.roomId}.${place.bed}.${place.side}` : ''

/** Parses the text that `placeKey` returns. Returns null if the text names no bed. */
export function placeOfKey(key: string): Place | null {
  const [roomId, bed, side] = key.split('.').map(Number)
  return roomId && bed !== undefined && side !== undefined ? { roomId, bed, side } : null
}

export type BoardOrder =
  | { do: 'move'; reservationId: number; from: Place | null; to: Place | null }
  | { do: 'suggest'; again: boolean }
  | { do: 'show'; roomsShown: boolean }

/**
 * Returns what a submitted form asks for. Returns null if the form is not one of the forms that assign beds.
 */
export function boardOrder(form: FormData): BoardOrder | null {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  switch (text('do')) {
    case 'move': {
      const [id = '', from = ''] = text('guest').split('|')
      const reservationId = Number(id)
      if (!Number.isSafeInteger(reservationId) || reservationId < 1) return null
      return { do: 'move', reservationId, from: placeOfKey(from), to: placeOfKey(text('to')) }
    }
    case 'suggest':
      return { do: 'suggest', again: text('again') === 'on' }
    case 'show':
      return { do: 'show', roomsShown: text('shown') === 'on' }
    default:
      return null
  }
}

export function sendOrder(call: Call, eventId: number, order: BoardOrder) {
  switch (order.do) {
    case 'move':
      return call(assignRoom, { body: { eventId, ...order } })
    case 'suggest':
      return call(suggestRooms, { body: { eventId, again: order.again } })
    case 'show':
      return call(showRooms, { body: { id: eventId, roomsShown: order.roomsShown } })
  }
}

/**
 * Returns the result of suggesting beds. Returns null if the reply belongs to another action. `placed` is the
 * number of guests who got a bed.
 */
export const suggestedIn = (data: object): Suggested | null => (isSuggested(data) ? data : null)

const isSuggested = (data: object): data is Suggested => 'placed' in data

export interface Suggested {
  placed: number
  explanations: string[]
}
