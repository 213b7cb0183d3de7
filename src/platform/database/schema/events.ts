/** The tables of events, their photos, and their options (R10.1, R37). */
import { eq, lte, or, sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf, thingName, words } from './columns.ts'

/**
 * What helps a visitor decide whether an event is for them (R54). Every part can be empty, and pages leave out empty
 * parts.
 */
export interface EventAbout {
  /** What happens on a usual day, in order. `time` is in the admin's own words, such as "After breakfast". */
  dayPlan: { time: string; what: string }[]
  host: { portrait: string | null; words: string | null }
  goodToKnow: {
    level: string | null
    groupSize: string | null
    ages: string | null
    accessibility: string | null
  }
  /** Pictures of rooms and meals, with the words below each. */
  pictures: { url: string; caption: string }[]
  quotes: { words: string; by: string }[]
}

/**
 * Who can see an event. Everyone sees a published one, and staff see all. Everyone sees a scheduled one from its
 * `publishAt` on, although its row does not change then.
 */
export const EVENT_STATUSES = ['published', 'draft', 'scheduled'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const events = pgTable(
  'events',
  {
    id: serial('id').primaryKey(),
    name: thingName('name').notNull(),
    urlName: text('url_name').notNull().unique(),
    host: words('host'),
    hostCell: words('host_cell').notNull(),
    /**
     * The host's e-mail address, which also gets a notification when a guest is overdue (R36). If it is null,
     * only the admin is notified.
     */
    hostEmail: text('host_email'),
    adminEmail: text('admin_email').notNull(),
    /**
     * Price in cents per person. 0 means free. A negative value means that the site shows no price (R3.2).
     */
    cost: integer('cost').notNull().default(0),
    costAddendum: words('cost_addendum'),
    includes: words('includes'),
    shortDescription: words('short_description'),
    longDescription: words('long_description'),
    /** Null if all parts are empty. */
    about: jsonb('about').$type<EventAbout>(),
    /** The first day in the admin's own words. The next columns have the other dates. */
    startDate: words('start_date').notNull(),
    startDateDate: date('start_date_date', { mode: 'string' }).notNull(),
    endDate: words('end_date').notNull(),
    endDateDate: date('end_date_date', { mode: 'string' }).notNull(),
    color: text('color').notNull().default('#EBDDC0'),
    password: text('password'),
    mainImage: text('main_image'),
    secondImage: text('second_image'),
    pdfLink: text('pdf_link'),
    spots: integer('spots').notNull().default(11),
    showWaitlist: boolean('show_waitlist').notNull().default(false),
    /** As an admin chose it. Callers decide with `isPublished` whether visitors can see the event. */
    status: text('status').$type<EventStatus>().notNull().default('published'),
    /** When visitors can see a scheduled event. Null for all other events. */
    publishAt: instant('publish_at'),
    /** The token of the link that shows an unpublished event to anyone. Null if there is no such link. */
    previewToken: uuid('preview_token').unique(),
    /**
     * True if guests can see the name of their room on their own page from a week before the start (R38.7).
     */
    roomsShown: boolean('rooms_shown').notNull().default(false),
    /**
     * When the venue canceled the event (R5.7). From then on, nobody can sign up, and a job cancels the
     * event's reservations one after another.
     */
    cancelledAt: instant('cancelled_at'),
    /** When an admin paused the automatic waitlist offers. Null if they are not paused. */
    waitlistStoppedAt: instant('waitlist_stopped_at'),
    /** Grows with each edit. An edit that is based on an older version is refused as `stale`. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('events_by_start').on(table.startDateDate, table.id),
    index('events_by_end').on(table.endDateDate),
    index('events_by_publish_at').on(table.publishAt),
    check('events_url_name', sql`url_name ~ '^[a-z0-9][a-z0-9._~-]*$'`),
    check('events_cost', sql`cost <= 0 or cost >= 100`),
    check('events_spots', sql`spots >= 0`),
    check('events_dates', sql`end_date_date >= start_date_date`),
    check('events_color', sql`color ~ '^#[0-9A-Fa-f]{6}$'`),
    oneOf('events_status', 'status', EVENT_STATUSES),
    check('events_publish_at', sql`(status = 'scheduled') = (publish_at is not null)`),
    check('events_about', sql`jsonb_typeof(about) = 'object'`),
    check('events_password', sql`password is null or btrim(password) <> ''`),
  ],
)

/** SQL condition for events that visitors can see at `now`. `isPublished` is the same condition for a row. */
export const publishedAt = (now: Date) => or(eq(events.status, 'published'), lte(events.publishAt, now))

export const eventPhotos = pgTable(
  'event_photos',
  {
    id: serial('id').primaryKey(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    alt: words('alt'),
    /** The photo's position on the event's page. Photos with the same number are ordered by id. */
    position: integer('position').notNull().default(0),
  },
  (table) => [index('event_photos_by_event').on(table.eventId, table.position, table.id)],
)

/**
 * The two kinds of options. A guest chooses exactly one lodging if the event has any, and any number of
 * extras.
 */
const OPTION_KINDS = ['lodging', 'extra'] as const
export type OptionKind = (typeof OPTION_KINDS)[number]

export const eventOptions = pgTable(
  'event_options',
  {
    id: serial('id').primaryKey(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<OptionKind>().notNull(),
    name: thingName('name').notNull(),
    description: words('description'),
    /** Cents that the option adds to the event's price. */
    price: integer('price').notNull().default(0),
    /**
     * How many guests can have the option. Null for no limit, and for lodging that names rooms: its stock follows from
     * their beds (R37.9).
     */
    stock: integer('stock'),
    /** The largest number of guests per room with this lodging. Null for one in each bed. */
    perRoom: integer('per_room'),
    /** True if nobody can choose the option anymore. Guests who already have it keep it. */
    closed: boolean('closed').notNull().default(false),
    /** The option's position on the event's page. Options with the same number are ordered by id. */
    sort: integer('sort').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('event_options_by_event').on(table.eventId, table.sort, table.id),
    oneOf('event_options_kind', 'kind', OPTION_KINDS),
    check('event_options_name', sql`char_length(name) between 1 and 80`),
    check('event_options_description', sql`char_length(description) between 1 and 300`),
    check('event_options_price', sql`price = 0 or price >= 100`),
    check('event_options_stock', sql`stock >= 0`),
    check('event_options_per_room', sql`per_room >= 1`),
  ],
)
