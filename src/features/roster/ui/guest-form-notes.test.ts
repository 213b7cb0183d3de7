import { describe, expect, test } from 'vitest'
import type { Call } from '#shared/client.ts'
import { saveNotes } from './guest-form.tsx'

/** A server with one reservation; `meanwhile` is what others do just before the first save arrives. */
function serverWith(kept: { notes: string | null; phone: string; version: number }) {
  const others: (() => void)[] = []
  const call = async (
    endpoint: { name: string },
    input: { body?: { updateReservationData: typeof kept } },
  ) => {
    if (endpoint.name === 'booking.getReservationByAdmin') return { ok: true, data: { id: 7, ...kept } }
    others.shift()?.()
    const { version, notes } = input.body!.updateReservationData
    if (version !== kept.version)
      return { ok: false, status: 409, code: 'stale', message: 'Stale', fields: {} }
    Object.assign(kept, { notes, version: version + 1 })
    return { ok: true, data: { reservation: { id: 7, ...kept } } }
  }
  return { call: call as unknown as Call, meanwhile: (change: () => void) => others.push(change) }
}

const change = { id: 7, version: 1, seen: 'Vegan', notes: 'Vegan, brings a dog' }

describe('notes', () => {
  test('are saved on what they were made of', async () => {
    const kept = { notes: 'Vegan', phone: '1', version: 1 }
    expect(await saveNotes(serverWith(kept).call, change)).toMatchObject({ ok: true })
    expect(kept).toMatchObject({ notes: 'Vegan, brings a dog', version: 2 })
  })

  test('are saved all the same when somebody has changed something else', async () => {
    const kept = { notes: 'Vegan', phone: '1', version: 1 }
    const { call, meanwhile } = serverWith(kept)
    meanwhile(() => Object.assign(kept, { phone: '2', version: 2 }))
    expect(await saveNotes(call, change)).toMatchObject({ ok: true })
    expect(kept).toMatchObject({ notes: 'Vegan, brings a dog', phone: '2' })
  })

  test('never overwrite what somebody else has written there', async () => {
    const kept = { notes: 'Vegan', phone: '1', version: 1 }
    const { call, meanwhile } = serverWith(kept)
    meanwhile(() => Object.assign(kept, { notes: 'Vegan, arrives late', version: 2 }))
    const outcome = await saveNotes(call, change)
    expect(outcome).toMatchObject({ code: 'stale', theirs: { notes: 'Vegan, arrives late', version: 2 } })
    expect(kept.notes).toBe('Vegan, arrives late')
  })
})
