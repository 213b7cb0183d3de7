import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import mdx from '@mdx-js/rollup'
import { expect, test } from 'vitest'
import { parts as familyParts } from '#app/family/family-page/family-page.tsx'
import { parts as centerParts } from '#app/public/info/the-center.tsx'
import { parts as contactParts } from '#app/public/info/contact.tsx'
import { contentParts, storyParts } from '#app/public/info/content-parts.tsx'
import { parts as landParts } from '#app/public/info/the-land.tsx'
import { parts as packingParts } from '#app/public/info/packing-list.tsx'
import { parts as ranchingParts } from '#app/public/info/sustainable-ranching.tsx'
import { parts as retreatParts } from '#app/public/info/retreat-space.tsx'
import { parts as roadParts } from '#app/public/info/road/directions.tsx'
import { parts as termsParts } from '#app/public/info/terms-of-stay.tsx'
import { parts as testimonialsParts } from '#app/public/info/testimonials.tsx'
import { checkData, checkPage } from './check.ts'
import { partFacts } from './facts.ts'

const compiler = mdx({ remarkPlugins: [checkPage] })

/**
 * Builds a content page from a valid beginning and these lines. Returns 'built' or the build's error message.
 */
async function verdict(lines: string, page = PAGE): Promise<string> {
  try {
    await compiler.transform(`${page}\n\n${lines}\n`, join(process.cwd(), 'content/sample.mdx'))
    return 'built'
  } catch (error) {
    return (error as Error).message
  }
}

const PAGE = [
  'export const page = {',
  "  title: 'Sample', description: 'A sample.',",
  "  heading: 'Sample',",
  "  lead: 'A sample.',",
  "  picture: 'dusk',",
  '}',
].join('\n')

test.each(globSync('content/*.mdx'))('builds the page %s without problems', async (file) => {
  await expect(
    compiler.transform(readFileSync(file, 'utf8'), join(process.cwd(), file)),
  ).resolves.toBeDefined()
})

test.each(globSync('content/*.json'))('accepts the data file %s', (file) => {
  expect(() => checkData(readFileSync(file, 'utf8'), join(process.cwd(), file))).not.toThrow()
})

test('builds a content page with valid links', async () => {
  expect(await verdict('See [the land](/the-land#x) and [the guide](/documents/field-guide.pdf).')).toBe(
    'built',
  )
})

test.each([
  [
    '<Photo name="duskk" />',
    /^content\/sample\.mdx:8: <Photo>\.name no picture is called "duskk"; there are autumn/,
  ],
  ['\n[Map](/the-map)', /^content\/sample\.mdx:9: the link "\/the-map" leads to no page of this site/],
  ['[Map](/no-such.pdf)', /^content\/sample\.mdx:8: the link "\/no-such\.pdf" leads to no page/],
  [
    '<Photo name="dusk" />',
    /^content\/sample\.mdx:8: the picture "dusk" is on this page already, in line 5$/,
  ],
  [
    '<Nights\n  from={4}\n  to="seven"\n/>',
    /^content\/sample\.mdx:10: <Nights>\.to should be a whole number without quotation marks$/,
  ],
  ['<Nights from={4} />', /^content\/sample\.mdx:8: <Nights>\.to should be .*, and is missing$/],
  ['<Foto name="dawn" />', /^content\/sample\.mdx:8: no part is called <Foto>; there are Carousel/],
  ['<Photo nam="dawn" name="dawn" />', /^content\/sample\.mdx:8: <Photo> knows nothing called "nam"$/],
  ['<Sun days={366} />', /^content\/sample\.mdx:8: <Sun>\.days should be at most 365$/],
  ['<Sun days={300 + 20} />', /^content\/sample\.mdx:8: <Sun>\.days should be a whole number/],
  ['<Sun days={1.5} />', /^content\/sample\.mdx:8: <Sun>\.days should be a whole number/],
  [
    "<Carousel\n  label=\"Sample\"\n  slides={[\n    { path: 'dawn', label: 'Dawn', subLabel: '' },\n    { path: 'dawm', label: 'Dawn', subLabel: '' },\n  ]}\n/>",
    /^content\/sample\.mdx:12: <Carousel>\.slides\.1\.path no picture is called "dawm"/,
  ],
])('rejects a content page with %s, and names the line of the mistake', async (lines, message) => {
  expect(await verdict(lines)).toMatch(message)
})

test('reports wrong values at the beginning of a content page', async () => {
  expect(await verdict('', PAGE.replace("'dusk'", "'night',\n  light: 'yes'"))).toBe(
    'content/sample.mdx:6: page.light should be true or false',
  )
  expect(await verdict('', '# A sample')).toBe('content/sample.mdx:1: export const page = {…} is missing')
})

test('reports all problems of a content page together, in the order of their lines', async () => {
  const all = await verdict('<Photo name="a" />\n\n[There](/nowhere)\n\n<Photo name="b" />')
  expect(all.split('\n').map((each) => each.split(' ')[0])).toEqual([
    'content/sample.mdx:8:',
    'content/sample.mdx:10:',
    'content/sample.mdx:12:',
  ])
})

test('refuses a data file with a wrong value, and names the line of the value', () => {
  const venue = readFileSync('content/venue.json', 'utf8')
  const line = venue.slice(0, venue.indexOf('"bedrooms"')).split('\n').length
  expect(() =>
    checkData(venue.replace('"bedrooms": 11', '"bedrooms": "eleven"'), 'content/venue.json'),
  ).toThrow(`content/venue.json:${line}: venue.bedrooms should be a whole number without`)
  expect(() => checkData(venue.replace(/"bedrooms": 11,?/, ''), 'content/venue.json')).toThrow(
    /^content\/venue\.json:1: venue\.bedrooms should be .*, and is missing$/,
  )
  expect(() => checkData('{\n  "name": "A"\n  "email": "b"\n}', 'content/venue.json')).toThrow(
    'content/venue.json:3: this is not JSON',
  )
  expect(() => checkData('{}', 'content/other.json')).toThrow('content/other.json:1: no facts are known')
})

test('refuses `content/road.json` with a wrong value, and names the line of the value', () => {
  const road = readFileSync('content/road.json', 'utf8')
  const wrong = road.replace('"mile": 0.4', '"mile": "0.4"')
  const line = road.slice(0, road.indexOf('"mile": 0.4')).split('\n').length
  expect(() => checkData(wrong, 'content/road.json')).toThrow(
    `content/road.json:${line}: road.stops.1.mile must be a number without quotation marks`,
  )
})

test('requires an existing page and picture for each of the four links on the home page', () => {
  const home = readFileSync('content/home.json', 'utf8')
  expect(() => checkData(home.replace('"theLand"', '"theSea"'), 'content/home.json')).toThrow(
    /^content\/home\.json:\d+: home\.tiles\.1\.page no page is called "theSea"/,
  )
  expect(() => checkData(home.replace('{bedrooms}', '{beds}'), 'content/home.json')).toThrow(
    /^content\/home\.json:\d+: home\.numbers\.0\.number names a fact that venue\.json does not have/,
  )
})

test('has a schema for exactly the components that content pages may use', () => {
  const parts = Object.assign(
    {},
    contentParts,
    storyParts,
    centerParts,
    contactParts,
    familyParts,
    landParts,
    packingParts,
    ranchingParts,
    retreatParts,
    roadParts,
    termsParts,
    testimonialsParts,
  )
  const names = Object.keys(parts).filter((name) => /^[A-Z]/.test(name))
  expect(Object.keys(partFacts).toSorted()).toEqual(names.toSorted())
})
