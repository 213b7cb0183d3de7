/** Where guests who have lost their private link ask for it. The reply tells nobody whose address is known. */
import { data } from 'react-router'
import { venue } from '#shared/venue.ts'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { callContext } from '#web/server-context.ts'
import { Paper } from '#ui/paper.tsx'
import { Scene } from '#ui/scene.tsx'
import type { Route } from './+types/lost-link'
import { askForLinks, LostLinkForm } from './lost-link-form.tsx'
import './lost-link.css'

/** The plain form of a browser without JavaScript. */
export async function action({ context, request }: Route.ActionArgs) {
  const email = (await request.formData()).get('email')
  const answer = await askForLinks(context.get(callContext), typeof email === 'string' ? email : '')
  return data({ answer }, 'sent' in answer ? 200 : answer.status || 503)
}

export const handle: PageHandle = { keep: [] }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Lost your link?',
    description: `Have the private link of your stay at ${venue.name} emailed to you again.`,
    path: paths.lostLink,
  })

export default function LostLinkPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <Scene picture="road" dark="moonroad" focus="54% 60%">
        <h1>Lost your link?</h1>
        <p>It happens. We email it to you.</p>
      </Scene>
      <Paper over>
        <p className="prose">
          Only its link opens the page of your stay. Tell us your email address, and we send you the links of
          all your coming stays.
        </p>
        <LostLinkForm given={actionData?.answer ?? null} />
      </Paper>
    </>
  )
}
