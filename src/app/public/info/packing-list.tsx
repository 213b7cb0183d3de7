import type { ReactNode } from 'react'
import * as content from '#content/packing-list.mdx'
import { Button, PrintButton } from '#app/ui/button.tsx'
import { paths } from '#app/paths.ts'
import { infoRoute } from './info-page.tsx'

/**
 * Renders the packing list: `<Packing>` with `<Pack>`s and a `<Leave>`. The checkboxes work without a script.
 * `packing-script.ts` counts the checked items and saves them for the next visit.
 */
function Packing({ children }: { children: ReactNode }) {
  return (
    <section className="packing paper on-sheet column paper-over">
      <div className="packing-bar needs-script screen-only">
        <output
          className="packing-count"
          // Sets the content as HTML, so that React keeps the text that `packing-script.ts` adds.
          dangerouslySetInnerHTML={{ __html: '' }}
          suppressHydrationWarning
        />
        <Button look="plain" className="packing-clear">
          Start over
        </Button>
        <PrintButton />
      </div>
      <div className="packing-groups">{children}</div>
    </section>
  )
}

/** Renders one group of items in the packing list: `<Pack title="To wear" items={['Boots', 'A hat']} />` */
function Pack({ title, items }: { title: string; items: string[] }) {
  return (
    <fieldset>
      <legend>
        <h2>{title}</h2>
      </legend>
      {items.map((item) => (
        <label key={item}>
          <input type="checkbox" name={item} />
          <span>{item}</span>
        </label>
      ))}
    </fieldset>
  )
}

/**
 * Renders what guests should leave at home: `<Leave title="To leave at home" items={[{ what: 'Sheets', why:
 * 'Ours are crisp.' }]} />`
 */
function Leave({ title, items }: { title: string; items: { what: string; why: string }[] }) {
  return (
    <section className="leave">
      <h2>{title}</h2>
      <ul className="plain-list">
        {items.map(({ what, why }) => (
          <li key={what}>
            <s>{what}</s> {why}
          </li>
        ))}
      </ul>
    </section>
  )
}

export const parts = { Packing, Pack, Leave }

export const { handle, meta, Page } = infoRoute(paths.packingList, content, { parts, kept: true })
export default Page
