/** Schemas of fields with the address of a picture or PDF. */
import { clearableLine, requiredLine } from '#shared/fields.ts'
import { fileLink, isOwnFile } from '#shared/links.ts'

const LONGEST = 1000

const link = (words: string, fits = (_kept: string) => true) =>
  clearableLine(LONGEST)
    .refine((text) => text === null || fileLink(text) !== null, words)
    .transform((text) => (text === null ? null : fileLink(text)))
    .refine((kept) => kept === null || fits(kept), words)

const IMAGE_WORDS = 'Please enter an https:// address, or one of this site such as /uploads/picture.jpg'

export const image = () => link(IMAGE_WORDS)

export const requiredImage = () =>
  requiredLine(LONGEST)
    .refine((text) => text === '' || fileLink(text) !== null, IMAGE_WORDS)
    .overwrite((text) => fileLink(text) ?? text)

/**
 * Accepts the address of a PDF. Event pages show the PDF in a frame, and the frame must show no other kind of file of
 * our own site.
 */
export const pdf = () =>
  link(
    'Please enter an https:// address, or a PDF of this site such as /documents/guide.pdf',
    (kept) => !isOwnFile(kept) || /\.pdf([?#]|$)/i.test(kept),
  )
