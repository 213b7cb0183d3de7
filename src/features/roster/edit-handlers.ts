/** Answers the calls that make and change events; an admin gets the whole event back, with its guests. */
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { BookingDeps } from '#features/booking/deps.ts'
import { moveRemainders } from '#features/booking/moved-start/store.ts'
import { tellGuests } from '#features/booking/moved-start/tell.ts'
import { editEvent, makeEvent } from '#features/events/index.ts'
import { ENDS_TOO_EARLY, urlTakenWords } from '#features/events/rules.ts'
import { moveHostLinks } from '#features/hosts/index.ts'
import { createEvent, updateEvent } from './contract.ts'
import { readWhole } from './read-whole.ts'

export function editHandlers(deps: BookingDeps): Bound[] {
  const editDeps = { ...deps, onStartMoved: moveRemainders, onEndMoved: moveHostLinks, tellGuests }
  return [
    bind(createEvent, async ({ body }, { caller }) => {
      const made = await makeEvent(deps, body, caller)
      return made === 'url_taken' ? urlTaken(body.urlName) : { event: await readWhole(deps, made) }
    }),

    bind(updateEvent, async ({ body: { updateEventData } }, { caller }) => {
      const { id, version, tellGuests: tell = false, ...changes } = updateEventData
      const edited = await editEvent(editDeps, { id, version, changes, tellGuests: tell, caller })
      if (edited === 'url_taken') return urlTaken(changes.urlName ?? '')
      if (edited === 'ends_too_early') return fail('invalid', { fields: { endDateDate: ENDS_TOO_EARLY } })
      return typeof edited === 'string' ? fail(edited) : { event: await readWhole(deps, edited) }
    }),
  ]
}

function urlTaken(urlName: string) {
  const words = urlTakenWords(urlName)
  return fail('url_taken', { message: words, fields: { urlName: words } })
}
