import { describe, expect, test } from 'vitest'
import type { Call } from '#shared/client.ts'
import { saveNotes } from './guest-form.tsx'

/**
 * Returns a fake server with one reservation. `meanwhile` takes a change by another admin, which the server
 * makes just before the next save.
 */
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

describe("the form with an admin's notes about a guest", () => {
  test("saves an admin's notes about a guest if no other admin has changed them", async () => {
    const kept = { notes: 'Vegan', phone: '1', version: 1 }
    expect(await saveNotes(serverWith(kept).call, change)).toMatchObject({ ok: true })
    expect(kept).toMatchObject({ notes: 'Vegan, brings a dog', version: 2 })
  })

  test("saves an admin's notes about a guest even if another admin has changed another field of the guest", async () => {
    const kept = { notes: 'Vegan', phone: '1', version: 1 }
    const { call, meanwhile } = serverWith(kept)
    meanwhile(() => Object.assign(kept, { phone: '2', version: 2 }))
    expect(await saveNotes(call, change)).toMatchObject({ ok: true })
    expect(kept).toMatchObject({ notes: 'Vegan, brings a dog', phone: '2' })
  })

  test('never overwrites notes about a guest that another admin has changed', async () => {
    const kept = { notes: 'Vegan', phone: '1', version: 1 }
    const { call, meanwhile } = serverWith(kept)
    meanwhile(() => Object.assign(kept, { notes: 'Vegan, arrives late', version: 2 }))
    const outcome = await saveNotes(call, change)
    expect(outcome).toMatchObject({ code: 'stale', theirs: { notes: 'Vegan, arrives late', version: 2 } })
    expect(kept.notes).toBe('Vegan, arrives late')
  })
})
