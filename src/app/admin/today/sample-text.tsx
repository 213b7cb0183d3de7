import { Fragment } from 'react'
import { Link } from 'react-router'
import type { SampleText } from '#app/public/info/sample-pages.ts'
import { Text } from '#app/ui/text.tsx'

/** Renders a reminder of the pages whose sample text the owner has not replaced yet (R55.1). */
export function SampleTextNote({ sample: { pages, gateNotes } }: { sample: SampleText }) {
  if (pages.length === 0 && !gateNotes) return null
  return (
    <section className="sample-note" aria-label="Sample text">
      <details className="fold">
        <summary>Sample text</summary>
        {pages.length > 0 && (
          <p>
            <Text>{countPages(pages.length)} sample text:</Text>{' '}
            {pages.map(({ title, href }, at) => (
              <Fragment key={href}>
                {at > 0 && <Text>, </Text>}
                <Link to={href}>{title}</Link>
              </Fragment>
            ))}
            <Text>
              . Search engines don’t list them, and sample directions have no coordinates or map file.
            </Text>
          </p>
        )}
        {gateNotes && <p>The notes for the gate are samples, and confirmed guests read them.</p>}
        <p className="note">To replace a sample, see “Public pages” in the owners’ guide.</p>
      </details>
    </section>
  )
}

const countPages = (count: number) => (count === 1 ? '1 page still holds' : `${count} pages still hold`)
