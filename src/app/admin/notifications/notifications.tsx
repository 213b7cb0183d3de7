/**
 * Notifications for admins: the list on the Today page of what happened since the admin's last visit, and the
 * form that sets which of these are e-mailed.
 */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import type { ReplyOf } from '#shared/endpoint.ts'
import { formatInstant } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { ApiForm, useApiForm } from '#app/ui/form.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { CheckField, SelectField } from '#app/ui/field.tsx'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import {
  type listNews,
  seeNews,
  getNewsSettings,
  saveNewsSettings,
} from '#domain/mail/notifications/contract.ts'
import {
  KIND_LABELS,
  NEWS_KINDS,
  type NewsSettings as Settings,
  PACES,
} from '#domain/mail/notifications/rules.ts'
import { keepAmounts, Text } from '#app/ui/text.tsx'
import sheet from './notifications.css?url'

export function NotificationList({ news }: { news: ReplyOf<typeof listNews> }) {
  const { send } = useApiMutation(seeNews)
  const told = useRef<string | null>(null)
  const { until } = news
  useEffect(() => {
    // Marks the notifications as read only in a visible tab, because nobody reads a background tab.
    if (told.current === until || document.visibilityState !== 'visible') return
    told.current = until
    void send({ body: { until } })
  }, [until, send])
  if (news.items.length === 0) return null
  return (
    <Section id="news" title="Since you were here">
      <ul className="plain-list holds-list news-list">
        {news.items.map(({ id, text, at, reservationId }) => (
          <li key={id}>
            {reservationId === null ? (
              <Text>{text}</Text>
            ) : (
              <Link to={adminReservationPath(reservationId)}>{keepAmounts(text)}</Link>
            )}
            <span className="note">
              <time dateTime={at}>{formatInstant(at)}</time>
            </span>
          </li>
        ))}
      </ul>
      {news.more > 0 && (
        <p className="note">
          <Text>And {news.more} more in the history.</Text>
        </p>
      )}
    </Section>
  )
}

const PACE_LABELS = {
  now: 'Immediately',
  daily: 'Once a day, at 8 in the morning',
  never: 'Never',
} satisfies Record<Settings['pace'], string>

export function NotificationSettings({ id }: { id: string }) {
  const { data, failed, refetch } = useApiQuery(getNewsSettings, {})
  return (
    <Section className="news-settings" id={id} title="Email notifications">
      <Stylesheet href={sheet} />
      <p>Sent to the event’s admin email. Today lists what happened in any case.</p>
      <FailureAlert failed={failed} onRetry={refetch} />
      {data && <SettingsForm key={JSON.stringify(data)} settings={data} />}
    </Section>
  )
}

const schema = z.object({ pace: z.enum(PACES), kinds: z.array(z.enum(NEWS_KINDS)) })

function SettingsForm({ settings }: { settings: Settings }) {
  const form = useApiForm(saveNewsSettings, {
    prefix: 'news',
    schema,
    values: settings,
    labels: { pace: 'How often' },
    toInput: (body) => ({ body }),
    invalidates: [getNewsSettings],
    onDone: () => toast('Saved.'),
  })
  return (
    <ApiForm form={form} label="Email notifications" does="Save">
      <SelectField {...form.field('pace')} required options={PACE_LABELS} />
      <fieldset className="news-kinds">
        <legend className="field-label">What to email about</legend>
        {NEWS_KINDS.map((kind) => (
          <CheckField
            key={kind}
            {...form.form.register('kinds')}
            id={`news-kind-${kind}`}
            value={kind}
            defaultChecked={settings.kinds.includes(kind)}
          >
            {KIND_LABELS[kind]}
          </CheckField>
        ))}
      </fieldset>
    </ApiForm>
  )
}
