/** The page with the settings of the e-mails that tell admins what happened. */
import { Panel } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { AdminHead, requires } from '../admin-area.tsx'
import type { Route } from './+types/notifications-page'
import { NotificationSettings } from './notifications.tsx'

export const middleware = [requires('settings.edit')]

export const meta: Route.MetaFunction = () => unlistedMeta('Notifications')

export default function NotificationsPage() {
  return (
    <>
      <AdminHead title="Notifications" note="Which news the site emails to you." />
      <Panel>
        <NotificationSettings id="news-settings" />
      </Panel>
    </>
  )
}
