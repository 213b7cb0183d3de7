/**
 * Parses the forms of the board on which an admin assigns beds. The browser uses this file, and so does the
 * server if the browser runs no scripts.
 */
import type { Call } from '#shared/client.ts'
import { assignRoom, showRooms, suggestRooms } from '#domain/onsite/rooms/contract.ts'
import type { Place } from '#domain/onsite/rooms/rules.ts'

/**
 * Returns the text that stands for a place in forms: `"3.0.1"` means room, bed and side. Returns an empty text
 * for no place.
 */
export const placeKey = (place: Place | null): string =>
  place ? `${place.roomId}.${place.bed}.${place.side}` : ''

/** Returns the place that a text in a form stands for, or null if it stands for no place. */
export function placeOfKey(key: string): Place | null {
  const [roomId, bed, side] = key.split('.').map(Number)
  return roomId && bed !== undefined && side !== undefined ? { roomId, bed, side } : null
}

export type BoardOrder =
  | { do: 'move'; reservationId: number; from: Place | null; to: Place | null }
  | { do: 'suggest'; again: boolean }
  | { do: 'show'; roomsShown: boolean }

/** Returns the action that a form asks for, or null if it is not a form of the board. */
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
 * Returns the result of a suggestion, or null if the reply is from another action. `placed` is the number of
 * guests who got a place.
 */
export const suggestedIn = (data: object): Suggested | null => (isSuggested(data) ? data : null)

const isSuggested = (data: object): data is Suggested => 'placed' in data

export interface Suggested {
  placed: number
  explanations: string[]
}
