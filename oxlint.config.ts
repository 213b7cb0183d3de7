/**
 * The linter's rules, and the order of folders.
 *
 *     shared ← platform ← domain ← app, dev ← server        app/ui uses shared only
 *     in domain:      staff ← calendar ← events ← house ← money ← onsite ← booking ← mail ← guests ← desk
 *     in each part:   rules, domain ← contract ← store ← handlers
 *     in booking:     domain ← contract ← store ← transitions ← payments ← use-cases ← handlers
 *
 * Tests may import anything.
 */
import { defineConfig, type DummyRuleMap } from 'oxlint'

/** Files of `target` import no file of `from`, except those of `except`. All three are paths, or all globs. */
interface Zone {
  target: string | string[]
  from: string | string[]
  except?: string[]
  message: string
}

/** The folders of `src`, each with the other folders that it may use. */
const USES = {
  shared: [],
  'app/ui': ['shared'],
  platform: ['shared'],
  domain: ['shared', 'platform'],
  app: ['shared', 'domain', 'platform/database/schema'],
  dev: ['shared', 'platform', 'domain'],
  server: ['shared', 'platform', 'domain', 'app', 'dev'],
}

const folders: Zone[] = Object.entries(USES).map(([folder, used]) => ({
  target: `src/${folder}`,
  from: 'src',
  except: [folder, ...used],
  message: `src/${folder} uses ${used.join(', ') || 'nothing else of src'}.`,
}))

/** The folders of `src/domain`, from the lowest to the highest. */
const DOMAIN = [
  'staff',
  'calendar',
  'events',
  'house',
  'money',
  'onsite',
  'booking',
  'mail',
  'guests',
  'desk',
]

const order: Zone[] = DOMAIN.slice(0, -1).map((folder, height) => ({
  target: `src/domain/${folder}`,
  from: DOMAIN.slice(height + 1).map((above) => `src/domain/${above}`),
  message: `In src/domain: ${DOMAIN.join(' ← ')}.`,
}))

const STORE = 'src/domain/**/{store,store.ts}{,/**}'
const HANDLERS = 'src/domain/**/{handlers,handlers.ts,*-handlers.ts}{,/**}'
const PURE = 'src/domain/**/{contract.ts,contract/**,rules.ts,*-rules.ts,domain/**}'

const privacy: Zone[] = DOMAIN.map((folder) => ({
  target: `src/domain/!(${folder})/**`,
  from: `src/domain/${folder}/**/{handlers,handlers.ts,*-handlers.ts}{,/**}`,
  message: `The handlers of src/domain/${folder} are its own.`,
}))

const parts: Zone[] = [
  { target: PURE, from: [STORE, HANDLERS], message: 'Rules and contracts use neither store nor handlers.' },
  { target: STORE, from: HANDLERS, message: 'A store uses no handlers.' },
  {
    target: 'src/app/**',
    from: 'src/domain/**/!(contract.ts|rules.ts|*-rules.ts)',
    except: ['**/contract/**', '**/src/domain/**/domain/**', '**/src/domain/mail/layout/**'],
    message: 'Pages use contracts and rules of the domain.',
  },
]

/** The parts of booking, from the lowest to the highest. */
const BOOKING = [
  '{domain,codes/domain,waitlist/rules.ts}',
  '{contract,codes/contract,waitlist/contract,deps.ts,sealed-guest.ts}',
  '{store,codes/store,waitlist/store}',
  '{codes/code-quote.ts,waitlist/enqueue-jobs.ts,waitlist/spots-for-anyone.ts}',
  'transitions.ts',
  'payments',
  '{use-cases,waitlist/offers.ts,waitlist/queue.ts}',
  '{,codes/,waitlist/}{handlers,handlers.ts,*-handlers.ts,jobs.ts}',
]

const booking: Zone[] = BOOKING.slice(0, -1).map((part, height) => ({
  target: `src/domain/booking/${part}{,/**}`,
  from: BOOKING.slice(height + 1).map((above) => `src/domain/booking/${above}{,/**}`),
  message: 'In booking: domain ← contract ← store ← transitions ← payments ← use-cases ← handlers.',
}))

const forTests: Zone = {
  target: 'src/**',
  from: 'test/**',
  message: 'Only tests may import files of test.',
}

/**
 * Refuses imports by their text. If several overrides match a file, only the last one counts. So each override
 * lists all refused texts of its files.
 */
const FAR = {
  regex: '^(\\.\\./){3}',
  message: 'Import files that are three folders up from the top: #domain/…, #shared/….',
}
const SQL = {
  regex: '^(drizzle-orm|drizzle-kit|pg|@electric-sql/pglite)(/|$)',
  message: 'SQL lives in stores and in the platform.',
  allowTypeImports: true,
}
const PLATFORM = {
  regex: '^#platform/',
  message: 'Rendered code never talks to the database or the platform. It may import their types.',
  allowTypeImports: true,
}
const RENDERED = {
  regex: '\\.tsx$',
  message: 'On the server, only e-mails are rendered outside of pages. Import types only.',
  allowTypeImports: true,
}
const CONFIRM = {
  regex: 'transitions\\.ts$',
  importNames: ['confirm'],
  message: 'Call confirmHold, which also cancels the stay whose spot is taken over.',
}
const refuse = (
  ...patterns: { regex: string; message: string; importNames?: string[]; allowTypeImports?: boolean }[]
): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns }],
})

export default defineConfig({
  plugins: ['typescript', 'react', 'import', 'unicorn', 'oxc', 'jsx-a11y', 'promise'],
  jsPlugins: [{ name: 'paths', specifier: 'eslint-plugin-import-x' }],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'no-control-regex': 'off',
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-cycle': 'error',
    'unicorn/no-array-sort': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'oxc/no-map-spread': 'off',
    'typescript/no-explicit-any': 'error',
    'no-console': 'error',
    'paths/no-restricted-paths': [
      'error',
      { zones: [...folders, ...order, ...privacy, ...parts, ...booking, forTests] },
    ],
  },
  overrides: [
    { files: ['src/{shared,platform,server,dev}/**'], rules: refuse(FAR, RENDERED) },
    { files: ['src/domain/**'], rules: refuse(FAR, RENDERED, SQL, CONFIRM) },
    { files: ['src/domain/mail/**'], rules: refuse(FAR, SQL, CONFIRM) },
    { files: ['src/domain/booking/payments/confirm-hold.ts'], rules: refuse(FAR, RENDERED, SQL) },
    { files: ['src/domain/**/store.ts', 'src/domain/**/store/**'], rules: refuse(FAR, RENDERED) },
    { files: ['src/app/**', 'src/domain/mail/layout/**'], rules: refuse(FAR, SQL, PLATFORM) },
    {
      files: ['**/*.test.{ts,tsx}', 'test/**', 'scripts/**'],
      rules: { 'paths/no-restricted-paths': 'off', 'no-restricted-imports': 'off' },
    },
    {
      files: [
        'scripts/**',
        'test/support/postgres/**',
        '*.config.ts',
        'src/app/browser-call.ts',
        'src/app/ui/page-banner-script.ts',
      ],
      rules: { 'no-console': 'off' },
    },
  ],
})
