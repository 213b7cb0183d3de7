/** The order that a form of the board gives: read in the browser, and on the server where the browser runs no script. */
import type { Call } from '#shared/client.ts'
import { assignRoom, showRooms, suggestRooms } from '../contract.ts'
import type { Place } from '../rules.ts'

/** `"3.0.1"`: room, bed and side, as forms and the page's places have them; empty: no place. */
export const placeKey = (place: Place | null): string =>
  place ? `${place.roomId}.${place.bed}.${place.side}` : ''

/** The place of a key; null: none. */
export function placeOfKey(key: string): Place | null {
  const [roomId, bed, side] = key.split('.').map(Number)
  return roomId && bed !== undefined && side !== undefined ? { roomId, bed, side } : null
}

export type BoardOrder =
  | { do: 'move'; reservationId: number; from: Place | null; to: Place | null }
  | { do: 'suggest'; again: boolean }
  | { do: 'show'; roomsShown: boolean }

/** Null: no form of the board says this. */
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

/** The outcome of a suggestion; null: it was another order. `placed`: how many it gave a place. */
export const suggestedIn = (data: object): Suggested | null => (isSuggested(data) ? data : null)

const isSuggested = (data: object): data is Suggested => 'placed' in data

export interface Suggested {
  placed: number
  explanations: string[]
}
