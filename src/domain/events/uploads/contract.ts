/**
 * The API endpoints that receive pictures (R11.12) and PDFs (R11.13). Endpoints of `events` change an event's photos.
 */
import { z } from 'zod'
import { endpoint, fileInput } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'
import { photo } from '#domain/events/contract/events.ts'

const failures = {
  not_a_picture: [
    415,
    'This is not a JPEG, PNG, WebP or AVIF picture. Save it as one of these and try again.',
  ],
  too_large: [413, 'This picture is larger than 25 MB. Make it smaller and try again.'],
  too_many_pixels: [415, 'This picture has more than 64 million pixels. Make it smaller and try again.'],
} as const

export const uploadPicture = endpoint({
  name: 'uploads.upload',
  route: 'POST auth/upload',
  summary:
    'Uploads a picture (JPEG, PNG, WebP or AVIF, at most 25 MB), stores it converted to the sizes that the site shows, and returns its address (`data.link`). Fails if the file is not such a picture or has too many pixels',
  needs: 'events.edit',
  takes: 'file',
  body: fileInput,
  reply: z.object({ data: z.object({ link: z.string() }) }),
  failures,
})

/** The largest PDF in bytes. A larger one would open too slowly on a phone with bad reception at the ranch's gate. */
export const PDF_LIMIT_BYTES = 15 * 1024 * 1024

export const uploadDocument = endpoint({
  name: 'uploads.document',
  route: 'POST auth/uploadDocument',
  summary:
    'Stores a PDF (at most 15 MB) unchanged, and returns its address (`data.link`). To show the PDF on an event’s page, save that address as the event’s `pdfLink`. Fails if the file is not a complete PDF',
  needs: 'events.edit',
  takes: 'file',
  body: fileInput,
  reply: z.object({ data: z.object({ link: z.string() }) }),
  failures: {
    not_a_pdf: [
      415,
      'This PDF is incomplete or damaged. Export it again, check that it opens, and try again.',
    ],
    too_large: [413, 'This PDF is larger than 15 MB. Export it with smaller pictures and try again.'],
  },
})

export const addPhotoToEvent = endpoint({
  name: 'uploads.addPhoto',
  route: 'POST auth/addPhotoToEvent',
  summary:
    'Uploads a picture and adds it to the event `id` as its last photo. Returns the `photo`. Fails if the file is not a picture that the site accepts, or is larger than 25 MB',
  needs: 'events.edit',
  takes: 'file',
  query: z.object({ id: id() }),
  body: fileInput,
  reply: z.object({ imageUrl: z.string(), photo }),
  failures: { ...failures, not_found: [404, 'Event Not Found'] },
})
