/**
 * Compares the texts of all e-mails with the files in `texts/`, one file per type, which specify the wording. A
 * changed sentence shows as a change of its file. `npx vitest -u` writes the files.
 */
import { expect, it } from 'vitest'
import { renderEmail, samples } from '#test/support/mail/samples.ts'
import { emailText } from './write.ts'
import { definitionOf } from './registry.ts'

const byType = Map.groupBy(samples, ({ type }) => type)

it.each([...byType])('the e-mail %s has exactly the text of its file in `texts/`', async (type, variants) => {
  const texts = await Promise.all(
    variants.map(async ({ variant, mail }) => {
      const { subject, text } = await renderEmail(mail)
      const { preview } = emailText<unknown>(definitionOf(type), mail)
      return `### ${variant}\n\nSubject: ${subject}\nPreview: ${preview}\n\n${text}`
    }),
  )
  await expect(texts.join('\n\n')).toMatchFileSnapshot(`./texts/${type}.txt`)
})
