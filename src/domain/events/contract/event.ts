/**
 * API contract for what admins see of a single event, and for its photos. `booking/contract/event.ts` has the event
 * with its guests.
 */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, instantText, optionalLine } from '#shared/fields.ts'
import { EVENT_STATUSES } from '../domain/publication.ts'
import { eventDetails, eventOption, photo } from './events.ts'
import { EVENT_NOT_FOUND } from './failures.ts'

export const eventForAdmin = eventDetails.extend({
  /** All options of the event, closed ones included. */
  options: z.array(
    eventOption.extend({
      perRoom: z.int().nullable(),
      /** The ids of the rooms that a lodging has. If it has any, `stock` follows from their beds. */
      rooms: z.array(z.int()),
      closed: z.boolean(),
      booked: z.int(),
      /**
       * True once any guest has chosen this option. From then on, an admin can close the option but not delete it.
       */
      everBooked: z.boolean(),
    }),
  ),
  hostCell: z.string(),
  adminEmail: z.string(),
  hostEmail: z.string().nullable(),
  password: z.string().nullable(),
  /** Whether visitors can see the event. A scheduled event is `published` from its `publishAt` on. */
  status: z.enum(EVENT_STATUSES),
  /** When visitors can see a scheduled event. Null for all other events. */
  publishAt: instantText().nullable(),
  /**
   * The number of edits of the event. A client sends the version that it edited, so that the site can refuse a stale
   * edit.
   */
  version: z.int(),
})
export type EventForAdmin = z.output<typeof eventForAdmin>

export const checkUrlValid = endpoint({
  name: 'events.checkUrlValid',
  route: 'GET auth/event/checkUrlValid',
  summary:
    'Returns true if an event can have this URL name: small letters, digits and `-._~`, and no other event has it. For an existing event, pass its `id`, so that its own name counts as free',
  needs: 'events.edit',
  query: z.object({ urlName: z.string().max(200), id: id().optional() }),
  reply: z.boolean(),
})

// From here on: admin calls about the link that shows an unpublished event to anyone who has it (R58.4).

/** The secret token in the preview link. Null if there is no link, or the event is published. */
const previewLink = z.object({ token: z.string().nullable() })

export const getPreviewLink = endpoint({
  name: 'events.previewLink',
  route: 'GET auth/event/previewLink',
  summary:
    'Returns the token of the link that shows an unpublished event to anyone who has it. Returns null if there is no link, or if the event is published',
  needs: 'events.edit',
  query: z.object({ eventId: id() }),
  reply: previewLink,
  failures: { not_found: EVENT_NOT_FOUND },
})

export const makePreviewLink = endpoint({
  name: 'events.makePreviewLink',
  route: 'POST auth/event/previewLink',
  summary:
    'Creates a link that shows an unpublished event to anyone who has it, and ends an earlier link of this event. Fails if the event is published',
  needs: 'events.edit',
  body: z.object({ eventId: id() }),
  reply: previewLink,
  failures: {
    not_found: EVENT_NOT_FOUND,
    published: 'This event is published, so everyone can see it without a preview link.',
  },
})

export const revokePreviewLink = endpoint({
  name: 'events.revokePreviewLink',
  route: 'DELETE auth/event/previewLink',
  summary:
    'Ends the preview link of an event, immediately and permanently. Succeeds and changes nothing if there is no link',
  needs: 'events.edit',
  query: z.object({ eventId: id() }),
  failures: { not_found: EVENT_NOT_FOUND },
})

// From here on: admin calls about the photos of an event.

const PHOTO_NOT_FOUND = [404, 'This photo no longer exists. Please reload the page.'] as const

export const updatePhoto = endpoint({
  name: 'events.updatePhoto',
  route: 'PUT auth/event/photo',
  summary: 'Sets the alternative text of a photo. Null or an empty text marks the photo as purely decorative',
  needs: 'events.edit',
  body: z.object({ id: id(), alt: optionalLine(300) }),
  reply: z.object({ photo }),
  failures: { not_found: PHOTO_NOT_FOUND },
})

export const orderPhotos = endpoint({
  name: 'events.orderPhotos',
  route: 'PUT auth/event/photos',
  summary:
    'Sorts the photos of an event by the given list of ids and returns them. Photos that are not in the list come last; unknown ids are ignored',
  needs: 'events.edit',
  body: z.object({ eventId: id(), ids: z.array(id()).max(1000, 'Please keep this under 1000 photos') }),
  reply: z.object({ photos: z.array(photo) }),
  failures: { not_found: EVENT_NOT_FOUND },
})

export const deletePhoto = endpoint({
  name: 'events.deletePhoto',
  route: 'DELETE auth/event/photo',
  summary: 'Deletes a photo from its event. Its file stays for other events that show it',
  needs: 'events.edit',
  query: z.object({ id: id() }),
  failures: { not_found: PHOTO_NOT_FOUND },
})
