/** News for admins: what guests, the payment provider and the site did since they last looked, and which of it is e-mailed. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { instantInput, instantText } from '#shared/fields.ts'
import { NEWS_KINDS, type NewsItem, type NewsSettings, PACES } from './rules.ts'

const newsItem: z.ZodType<NewsItem> = z.object({
  id: z.int(),
  kind: z.enum(NEWS_KINDS),
  at: instantText(),
  /** A sentence, with the guest's name as long as their data is here. */
  text: z.string(),
  /** The reservation to look at; null: it is about none, or it was deleted. */
  reservationId: z.int().nullable(),
})

export const listNews = endpoint({
  name: 'news.list',
  route: 'GET auth/news',
  summary: 'What happened since the admin who asks was here last, newest first; not what they did themselves',
  access: 'admin',
  reply: z.object({
    since: instantText(),
    /** To be told to `news.seen` once it was shown. */
    until: instantText(),
    items: z.array(newsItem),
    /** How many more there are. */
    more: z.int(),
  }),
})

export const seeNews = endpoint({
  name: 'news.seen',
  route: 'POST auth/news/seen',
  summary: 'Notes that the news until then was shown to the admin who says so; the next visit begins there',
  access: 'admin',
  body: z.object({ until: instantInput() }),
})

export const newsSettings: z.ZodType<NewsSettings> = z.object({
  pace: z.enum(PACES),
  kinds: z.array(z.enum(NEWS_KINDS)),
})

export const getNewsSettings = endpoint({
  name: 'news.settings',
  route: 'GET auth/news/settings',
  summary: 'Which news is e-mailed to the admin address of its event, and how often',
  access: 'admin',
  reply: newsSettings,
})

export const saveNewsSettings = endpoint({
  name: 'news.saveSettings',
  route: 'POST auth/news/settings',
  summary: 'Changes which news is e-mailed, and how often',
  access: 'admin',
  body: newsSettings,
  reply: newsSettings,
})
