/**
 * Writes example requests and replies for the API description. Uses nothing but the schemas of the endpoints.
 */
import { z } from 'zod'

/** The fields of a JSON schema that are used to write an example. */
interface Schema {
  title?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  minLength?: number
  minItems?: number
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  /** An example from the schema's `meta`, for a field whose type alone gives no good example. */
  example?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

const UUID = '7d1f0c52-8a34-4b6e-9f21-3c5ad0e6b8f4'
const PICTURE = '/pictures/dawn-1600.webp'
const PHONE = '+1 505 555 0142'
const HASH = '5f2b'.repeat(16)

/**
 * Example values by the name of the field, for fields whose type alone gives no good example. All other
 * fields get a value by their type.
 */
const BY_NAME: Record<string, unknown> = {
  accessibility: 'No steps. A walker fits everywhere.',
  action: 'reservation.changed',
  actor: 'admin@example.com',
  actorEmail: 'admin@example.com',
  address: '1450 Maple Street, Santa Fe, NM 87501',
  adminEmail: 'admin@example.com',
  ages: '16 and older',
  alt: 'The pasture at dawn',
  attempt: 'page-load-4f7c2a91',
  body: 'The road is dry. Any car makes it to the gate.',
  by: 'Ann, guest in 2026',
  bytes: 1_048_576,
  cancelledBy: 'guest',
  caption: 'A room for two',
  card: 'Visa ending in 4242',
  chargeId: 'ch_3RKexample',
  clientSecret: 'pi_3RKexample_secret_X',
  code: 'SPRING25',
  color: '#7a3b1d',
  comesWith: 'Sam Lee',
  commit: '330f47bf0',
  companions: 'Sam Lee',
  cost: 180_000,
  costAddendum: 'Meals are included.',
  customer: 'cus_example',
  customerName: 'Priya Raman',
  daysBefore: 45,
  description: 'Three days of silence, walks and simple food',
  dogName: 'Juniper',
  email: 'priya@example.com',
  emailType: 'invoice-success',
  emergencyContactName: 'Arun Raman',
  emergencyContactPhone: PHONE,
  end: '2027-05-17',
  endDate: 'Mon, May 17, 2027',
  entity: 'reservation',
  event: 'Spring Silence',
  eventId: 12,
  eventName: 'Spring Silence',
  eventUrlName: 'spring-silence',
  expires: '08/29',
  fields: 'phone',
  floor: 'Ground floor',
  foodAllergies: 'Peanuts',
  groupSize: '6 to 9 people',
  guest: 'Priya Raman',
  guests: 'Priya Raman',
  host: 'Maria Ortiz',
  hostCell: PHONE,
  hostEmail: 'maria@example.com',
  hostName: 'Maria Ortiz',
  hostPhone: PHONE,
  html: '<!doctype html><title>Your spot is confirmed</title>',
  id: 42,
  image: PICTURE,
  imageUrl: PICTURE,
  includes: 'All meals, firewood and the road map',
  intentId: 'pi_3RKexample',
  invoiceId: 58,
  iss: 'https://login.example',
  label: 'Spring Silence',
  level: 'No experience needed',
  link: '/events',
  logoutUrl: 'https://login.example/logout',
  longDescription: 'We walk before breakfast and keep silence until noon.',
  mainImage: PICTURE,
  medicalConditions: 'Asthma',
  message: 'Done.',
  method: 'card',
  month: '2027-05',
  name: 'Spring Silence',
  names: 'Priya Raman',
  nickname: 'Priya',
  node: 'v24.11.0',
  note: 'For friends of the house',
  notes: 'Arrives after dinner',
  otherInformation: 'I sleep on my side of the mountain.',
  password: 'juniper berries',
  paymentIntent: 'pi_3RKexample',
  paymentIntentId: 'pi_3RKexample',
  paymentMethod: 'card',
  pdfLink: '/guide.pdf',
  percent: 75,
  person: 'Priya Raman',
  phone: PHONE,
  portrait: PICTURE,
  position: 1,
  price: 12_000,
  publishableKey: 'pk_test_example',
  reason: 'The guest is ill',
  reservationId: 42,
  returnUrl: '/events',
  room: 'Juniper',
  secondImage: PICTURE,
  shortDescription: 'Three days of silence',
  shortName: 'Priya',
  start: '2027-05-14',
  startDate: 'Fri, May 14, 2027',
  status: 'done',
  subject: 'Getting to the ranch',
  taxRate: 'No tax',
  termsHash: HASH,
  text: 'Peanuts',
  time: '15:30',
  title: 'Spring Silence',
  to: 'priya@example.com',
  token: 'a-token-from-a-link',
  url: '/events',
  urlName: 'spring-silence',
  uuid: UUID,
  value: 10,
  version: 3,
  what: 'Coffee on the porch',
}

/** Example values by the title in a schema's `meta`. */
const BY_TITLE: Record<string, unknown> = {
  Cents: 45_000,
  Day: '2027-05-14',
  Instant: '2027-05-14T16:00:00Z',
}

const BY_FORMAT: Record<string, string> = {
  binary: '(the bytes of the file)',
  date: '2027-05-14',
  'date-time': '2027-05-14T16:00:00Z',
  email: 'priya@example.com',
  uri: 'https://ranch.example/events',
  uuid: UUID,
}

/**
 * Returns an example that the schema accepts. Includes optional fields, so that a reader of the API
 * description sees all of them.
 */
export const exampleFor = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
  exampleOf(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Schema)

/** Returns an example for a schema. `name` is the name of the field that the schema describes. */
function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.find((value) => value !== null)
  const title = schema.title === undefined ? undefined : BY_TITLE[schema.title]
  if (title !== undefined) return title
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name)
  if (schema.allOf) return mergedExample(schema.allOf, name)
  return byType(schema, name)
}

function mergedExample(parts: Schema[], name: string): unknown {
  const values = parts.map((part) => exampleOf(part, name))
  const areObjects = values.every((value) => typeof value === 'object' && value !== null)
  return areObjects ? Object.assign({}, ...values) : values[0]
}

function byType(schema: Schema, name: string): unknown {
  const types = new Set([schema.type ?? []].flat())
  if (types.has('object')) return objectExample(schema)
  if (types.has('array')) return arrayExample(schema, name)
  if (schema.format !== undefined && schema.format in BY_FORMAT) return BY_FORMAT[schema.format]
  const named = BY_NAME[name]
  if (types.has('string')) return typeof named === 'string' ? named : 'Some words'
  if (types.has('boolean')) return true
  if (!types.has('integer') && !types.has('number')) return null
  return Math.max(schema.minimum ?? 1, typeof named === 'number' ? named : 1)
}

function objectExample({ properties = {}, additionalProperties, propertyNames }: Schema): unknown {
  if (typeof additionalProperties !== 'object')
    return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, exampleOf(value, key)]))
  const keys = propertyNames?.enum ?? ['42']
  return Object.fromEntries(keys.map((key) => [key, exampleOf(additionalProperties)]))
}

function arrayExample({ items, prefixItems, minItems = 1 }: Schema, name: string): unknown[] {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, name))
  return items ? Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name)) : []
}
