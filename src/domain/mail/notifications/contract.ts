/**
 * API contract of the notifications for admins: what guests, Stripe and the site did since the admin's last visit,
 * and which notifications are e-mailed.
 */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { instantInput, instantText } from '#shared/fields.ts'
import { NEWS_KINDS, type NewsItem, type NewsSettings, PACES } from './rules.ts'

const newsItem: z.ZodType<NewsItem> = z.object({
  id: z.int(),
  kind: z.enum(NEWS_KINDS),
  at: instantText(),
  /** The notification as one sentence. It names the guest until the guest's data is deleted. */
  text: z.string(),
  /** The reservation to which the page links. Null if there is none, or if it was deleted. */
  reservationId: z.int().nullable(),
})

export const listNews = endpoint({
  name: 'news.list',
  route: 'GET auth/news',
  summary:
    'Returns what guests, the card provider and the site did since the calling admin’s last visit, newest first. Omits the admin’s own actions',
  needs: 'guests.edit',
  reply: z.object({
    since: instantText(),
    /**
     * The time up to which the list of notifications is complete. The page sends this time to `news.seen` once it has
     * shown the list.
     */
    until: instantText(),
    items: z.array(newsItem),
    /** Number of further notifications, which only the History page shows. */
    more: z.int(),
  }),
})

export const seeNews = endpoint({
  name: 'news.seen',
  route: 'POST auth/news/seen',
  summary:
    'Records that the calling admin has seen the notifications up to the time `until`. On the admin’s next visit, `GET auth/news` returns only later ones',
  needs: 'guests.edit',
  body: z.object({ until: instantInput() }),
})

export const newsSettings: z.ZodType<NewsSettings> = z.object({
  pace: z.enum(PACES),
  kinds: z.array(z.enum(NEWS_KINDS)),
})

export const getNewsSettings = endpoint({
  name: 'news.settings',
  route: 'GET auth/news/settings',
  summary:
    'Returns which kinds of notifications are e-mailed to admins (to the admin address of each event), and how often',
  needs: 'settings.edit',
  reply: newsSettings,
})

export const saveNewsSettings = endpoint({
  name: 'news.saveSettings',
  route: 'POST auth/news/settings',
  summary:
    'Changes which kinds of notifications are e-mailed to admins (to the admin address of each event) and how often, and returns these settings',
  needs: 'settings.edit',
  body: newsSettings,
  reply: newsSettings,
})
