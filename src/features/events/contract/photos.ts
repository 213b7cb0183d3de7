/** The calls of admins about the photos of an event. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { id, optionalLine } from '#shared/fields.ts'
import { photo } from './events.ts'

const PHOTO_NOT_FOUND = [404, 'This photo is gone.'] as const

export const updatePhoto = endpoint({
  name: 'events.updatePhoto',
  method: 'PUT',
  path: 'auth/event/photo',
  summary: 'Says what a photo shows, for those who do not see it; null or empty: purely decorative',
  access: 'admin',
  limit: 'write',
  body: z.object({ id: id(), alt: optionalLine(300) }),
  reply: z.object({ photo }),
  failures: { not_found: PHOTO_NOT_FOUND },
})

export const orderPhotos = endpoint({
  name: 'events.orderPhotos',
  method: 'PUT',
  path: 'auth/event/photos',
  summary:
    'Puts the photos of an event in the given order; ones that are not named follow, strange ones are ignored',
  access: 'admin',
  limit: 'write',
  body: z.object({ eventId: id(), ids: z.array(id()).max(1000, 'Please keep this under 1000 photos') }),
  reply: z.object({ photos: z.array(photo) }),
  failures: { not_found: [404, 'Event Not Found'] },
})

export const deletePhoto = endpoint({
  name: 'events.deletePhoto',
  method: 'DELETE',
  path: 'auth/event/photo',
  summary: 'Takes a photo off its event',
  access: 'admin',
  limit: 'write',
  query: z.object({ id: id() }),
  reply: z.object({}),
  failures: { not_found: PHOTO_NOT_FOUND },
})
