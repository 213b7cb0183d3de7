/** Shows every shared component in all its states, for developers and browser tests. */
import { type ReactNode, useState } from 'react'
import { data } from 'react-router'
import { Alert } from '#app/ui/alert.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Carousel } from '#app/ui/carousel.tsx'
import { ConfirmDelete, DialogButton } from '#app/ui/dialog-buttons.tsx'
import { LoadingRing } from '#app/ui/icons.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { BannerVideo, Parallax } from '#app/ui/page-banner.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { pageMeta } from '#app/page-meta.ts'
import { siteContext } from '#app/server-context.ts'
import type { Route } from './+types/parts'
import { ApiParts } from './api-parts.tsx'
import sheet from './parts.css?url'

/** Returns 404 on a site without sandboxes, where this page must not exist. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(siteContext).demo) throw data(null, 404)
  return null
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Parts', description: '', path: '' })

export default function Parts() {
  return (
    <>
      <Stylesheet href={sheet} />
      <Parallax picture="storm">
        <h1>Parts</h1>
        <p>Every shared piece in its states. This page exists only while a sandbox is on.</p>
      </Parallax>
      <Panel over>
        <Part title="Carousel" use={'<Carousel label="…" slides={[{ path, label, subLabel }]} />'}>
          <Carousel
            label="Three views"
            slides={[
              { path: 'dawn', label: 'Dawn', subLabel: 'With a label and a line below it.' },
              { path: 'porch', label: 'Porch', subLabel: '' },
              { path: 'moonrise', label: 'Moonrise', subLabel: 'The last one; then it begins again.' },
            ]}
          />
        </Part>
        <Part title="Carousel of one" use="No buttons, nothing moves; a click still shows it in full.">
          <Carousel label="One view" slides={[{ path: 'table', label: '', subLabel: '' }]} />
        </Part>
        <Part title="Banner video" use="<BannerVideo />">
          <BannerVideo />
        </Part>
        <Dialogs />
        <ApiParts Part={Part} />
        <Part
          title="Buttons"
          use={'<Button look="plain" busy>…</Button>, <IconButton label="…" icon="trash" />'}
        >
          <div className="button-row">
            <Button>Main</Button>
            <Button look="plain">Plain</Button>
            <Button busy>Busy</Button>
            <Button aria-disabled>Closed</Button>
            <IconButton label="Play" icon="play" />
          </div>
        </Part>
        <Part title="Alerts" use={'<Alert tone="bad" title="…">…</Alert>'}>
          <Alert tone="bad" title="It did not work">
            Say what to do next.
          </Alert>
          <Alert tone="warn" title="Look before you go on">
            The road is wet.
          </Alert>
          <Alert tone="good" title="Done">
            Nothing more to do.
          </Alert>
        </Part>
        <Part title="Loading ring" use={'<LoadingRing label="…" size={60} />'}>
          <div className="button-row">
            <LoadingRing label="Loading, as usual" />
            <LoadingRing label="Loading, small" size={24} />
          </div>
        </Part>
      </Panel>
    </>
  )
}

function Dialogs() {
  const [kept, setKept] = useState(true)
  return (
    <>
      <Part title="Dialog" use={'<DialogButton label="…" title="…">…</DialogButton>'}>
        <DialogButton data-hydrate label="Open the dialog" title="A dialog" backdrop>
          <p>It closes with its button, on Escape, and with a click beside it.</p>
        </DialogButton>
      </Part>
      <Part title="Delete, asking first" use={'<ConfirmDelete what="invoice 12" onDelete={remove} />'}>
        <ul className="plain-list part-rows">
          <li>
            <span>Invoice 12</span>
            {kept ? (
              <ConfirmDelete
                what="invoice 12"
                onDelete={() => {
                  setKept(false)
                  return Promise.resolve(null)
                }}
              />
            ) : (
              <span>is gone.</span>
            )}
          </li>
          <li>
            <span>Invoice 13</span>
            <ConfirmDelete
              what="invoice 13"
              onDelete={() => Promise.resolve({ code: 'paid', message: 'It has been paid, so it stays.' })}
            >
              <p>Delete Invoice #13?</p>
            </ConfirmDelete>
          </li>
        </ul>
      </Part>
    </>
  )
}

/** Renders a heading, a usage example and the component itself. */
function Part({ title, use, children }: { title: string; use: string; children: ReactNode }) {
  return (
    <section className="part">
      <h2>{title}</h2>
      <p className="note">
        <code>{use}</code>
      </p>
      {children}
    </section>
  )
}
