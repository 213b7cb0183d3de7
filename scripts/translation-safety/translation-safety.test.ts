import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLooseAmounts } from './unsafe-amounts.ts'
import { findLooseText } from './unsafe-text.ts'

/**
 * Files that this check skips. React renders tests, e-mails and sandboxes only once, and the text of pages in
 * `content/` never changes.
 */
const LEFT_OUT =
  /\.test\.|phone-link\.tsx$|^src\/dev\/|^src\/domain\/mail\/(emails\/types|layout)\/|^src\/app\/(public\/info|public\/home|dev)\//

test("keeps every page working when a visitor's browser translates it (R48.1)", () => {
  const files = globSync('src/**/*.tsx')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !LEFT_OUT.test(file))
  expect(files.length).toBeGreaterThan(150)
  const found = findLooseText(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))
  expect(found.map(({ file, line, why, code }) => `${file}:${line} ${why}: ${code.slice(0, 120)}`)).toEqual(
    [],
  )
})

/** This test also checks files without JSX, because such files create texts too. */
test("keeps all amounts out of texts that a visitor's browser may translate (R48.1)", () => {
  const files = globSync('src/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !LEFT_OUT.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([file, code]) => file.endsWith('.tsx') || code.includes('formatMoney'))
  const found = findLooseAmounts(new Map(files))
  expect(found.map(({ file, line, code }) => `${file}:${line} ${code.slice(0, 120)}`)).toEqual([])
})

const RING = 'function Ring() { return null }'
const BOX = `${RING}
interface BoxProps { children: ReactNode }
function Box({ children }: BoxProps) { return <div><Ring />{children}</div> }`
const whyIn = (jsx: string, more = '') =>
  findLooseText(new Map([['one.tsx', `${more}\nconst shown = ${jsx}`]])).map(({ why }) => why)

const CHANGES = 'changing text is next to other nodes'
const BEHIND = 'text follows an optional node'
const FRAGMENT = 'a fragment contains bare text'

test.each([
  ['<p>{left} left</p>', CHANGES],
  ['<p>{name} <b>there</b></p>', CHANGES],
  ["<p><b>there</b>{full && 'Sold out.'}</p>", CHANGES],
  ["<p>{full ? 'Sold out.' : <b>{left}</b>}{more}</p>", CHANGES],
  ['<p>{busy && <Ring />}Pay</p>', BEHIND],
  ['<p>{list.map((one) => <b key={one}>{one}</b>)} and more</p>', BEHIND],
  ['<p><Ring /> Pay</p>', BEHIND],
  [
    '<p>{paid ? <b>Paid <i /></b> : <b>Due</b>}</p>',
    'React reuses one element for both alternatives, and its bare text changes',
  ],
  ['<>Pay</>', FRAGMENT],
  ['<p>{words && <>Note: {words}</>}</p>', FRAGMENT],
] as const)('detects text that would break in a translation: %s', (jsx, why) => {
  expect(whyIn(jsx, RING)).toContain(why)
})

test.each([
  'function Part({ full }) { if (full) return <p>Sold out. <b>Wait</b></p>; return <p>Welcome</p> }',
  'function Part({ at }) { switch (at) { case 1: return <p>Saving</p>; default: return <p>Not saved. <b /></p> } }',
  'function Part({ full }) { if (full) return <div><p>Sold out. <b>Wait</b></p></div>; return <div><p>In</p></div> }',
  'function Part({ full, children }: { children: ReactNode }) { return <div>{full ? <p>Full</p> : children}</div> }',
])(
  'reports an element that React would reuse for another text, which breaks translated pages: %s',
  (part) => {
    expect(whyIn('null', part)).toContain(
      'React reuses one element for both alternatives, and its bare text changes',
    )
  },
)

test.each([
  'function Part({ full }) { if (full) return <p key="full">Sold out. <b>Wait</b></p>; return <p>Welcome</p> }',
  'function Part({ full, children }: { children: ReactNode }) { return <div>{full ? <p key="full">Full</p> : children}</div> }',
])(
  'accepts two alternative elements if each has a key of its own, so that translated pages work: %s',
  (part) => {
    expect(whyIn('null', part)).toEqual([])
  },
)

test('reports text without its own element next to an optional element, which a translation would break', () => {
  expect(whyIn('<Box>Pay</Box>', BOX)).toEqual([
    'bare text is passed to a component that shows it next to other nodes',
  ])
  const wrapping = `${BOX}\nfunction Outer({ children }) { return <Box>{children}</Box> }`
  expect(whyIn('<Outer>Pay</Outer>', wrapping)).toHaveLength(1)
  expect(whyIn('<Outer><span>Pay</span></Outer>', wrapping)).toEqual([])
})

test.each([
  '<td>{formatMoney(invoice.amount)}</td>',
  '<td>{paid > 0 && formatMoney(paid)}</td>',
  "<b>{paid ? formatMoney(paid) : 'Free'}</b>",
  '<Text>{formatMoney(paid)}</Text>',
  '<strong>{customerName}</strong>',
  "<Link to={path}>{guest.customerName || 'Deleted guest'}</Link>",
  '[{ cell: ({ given }) => formatMoney(given) }]',
])("reports an amount or a name that a visitor's browser could translate: %s", (jsx) => {
  expect(whyIn(jsx)).toEqual(['an amount or a name that a browser may translate'])
})

test.each([
  '<td><Money cents={amount} /></td>',
  '<td translate="no">{formatMoney(amount)}</td>',
  '<Verbatim>{customerName}</Verbatim>',
  '<p title={customerName}>Ana</p>',
  '<p>{left}</p>',
  '<p>{`${left} left`}</p>',
  '<p>Hello <b>{name}</b>, how are you?</p>',
  '<p>Pay{busy && <Ring />}</p>',
  '<th translate="no">{name} {nickname}</th>',
  '<p key={price}>{price}{each && <b>each</b>}</p>',
  '<p><Text>{left} left.</Text>{full && <b>Sold out.</b>}</p>',
  '<p>{full ? <b>Sold out.</b> : <i>{left}</i>}<Text>Come again.</Text></p>',
  '<><b>{name}</b><i /></>',
])('accepts the JSX %s, because a browser’s translation does not break it', (jsx) => {
  expect(whyIn(jsx, RING)).toEqual([])
})

const PAID = 'const paidWords = (paid) => `${formatMoney(paid)} paid`'
const PART = 'function Part({ title }) { return <h2>{title}</h2> }'
const amountsIn = (jsx: string, more = PAID) =>
  findLooseAmounts(new Map([['one.tsx', `${more}\nconst shown = ${jsx}`]])).map(({ code }) => code)

test.each([
  ['<p>{`Pay ${formatMoney(due)}`}</p>', '{`Pay ${formatMoney(due)}`}'],
  ["<p>{'Pay ' + formatMoney(due)}</p>", "{'Pay ' + formatMoney(due)}"],
  ['<p>{paidWords(due)}</p>', '{paidWords(due)}'],
  ['<p>{due > 0 && paidWords(due)}</p>', '{due > 0 && paidWords(due)}'],
  ["<p>{[name, paidWords(due)].join(', ')}</p>", "{[name, paidWords(due)].join(', ')}"],
  ['<p>{[due].map((one) => paidWords(one))}</p>', '{[due].map((one) => paidWords(one))}'],
] as const)('detects an amount in the text of %s', (jsx, code) => {
  expect(amountsIn(jsx)).toEqual([code])
})

test.each([
  PART,
  'function Part(props) { const { title } = props; return <h2>{title}</h2> }',
  `function Head({ title }) { return <h2>{title}</h2> }
  function Part({ big, ...head }) { return <Head {...head} /> }`,
])('reports an amount in a prop that a browser could translate, for the component: %s', (part) => {
  expect(amountsIn('<Part title={paidWords(due)} />', `${PAID}\n${part}`)).toEqual(['{title}'])
})

test('reports an amount in a text from another file that a browser could translate', () => {
  const files = new Map([
    ['words.ts', `export ${PAID}`],
    [
      'part.tsx',
      "import { paidWords as words } from '../translation-safety/words.ts'\nconst shown = <p>{words(due)}</p>",
    ],
  ])
  expect(findLooseAmounts(files)).toMatchObject([{ file: 'part.tsx', line: 2 }])
})

test.each([
  '<p><Text>{paidWords(due)}</Text></p>',
  '<p>{keepAmounts(paidWords(due))}</p>',
  '<p translate="no">{paidWords(due)}</p>',
  '<p aria-label={paidWords(due)}>Paid</p>',
  '<title>{paidWords(due)}</title>',
  '<p>{[due].map((one) => <b key={one}><Text>{paidWords(one)}</Text></b>)}</p>',
])('accepts the amount in %s, because a translating browser does not change it', (jsx) => {
  expect(amountsIn(jsx)).toEqual([])
})
