/** The calls of the private link and of the directions page. */
import { bind, fail } from '#platform/http/bind.ts'
import { isUuid } from '#shared/fields.ts'
import { getReservation, viewedDirections } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { noteDirectionsViewed } from './store.ts'
import { viewReservation } from './view.ts'

export const getReservationHandler = (deps: BookingDeps) =>
  bind(getReservation, async ({ query }) => {
    if (!isUuid(query.uuid)) return fail('not_found')
    const found = await viewReservation(deps, query.uuid)
    return typeof found === 'string' ? fail(found) : found
  })

export const viewedDirectionsHandler = (deps: BookingDeps) =>
  bind(viewedDirections, async ({ body }) => {
    if (isUuid(body.name)) await noteDirectionsViewed(deps.db, body.name, deps.now())
    return {}
  })
