/**
 * Holds every import in `src` against the layout's rules, and every store against the tables that it may write; ends with
 * 1 and a line for each that breaks one. A permission that nothing needs any more breaks the rules as well.
 */
import { globSync, readFileSync } from 'node:fs'
import { FOREIGN_WRITES, foreignWrites, USES } from './import-rules/features.ts'
import { placeOf } from './import-rules/place.ts'
import { brokenRule, crossesFeatures } from './import-rules/rules.ts'
import { importsOf } from './import-rules/scan.ts'

const files = globSync('src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
const statements = files.flatMap((file) => importsOf(file))
const broken = statements.flatMap((statement) => {
  const rule = brokenRule(statement)
  return rule ? [`${statement.from} imports ${statement.to}: ${rule}`] : []
})

const written = files.flatMap((file) =>
  /\.test\.ts$|\/testing\//.test(file)
    ? []
    : foreignWrites(file, readFileSync(file, 'utf8')).map((write) => ({ file, write })),
)
for (const { file, write } of written)
  if (!FOREIGN_WRITES.includes(write)) broken.push(`${file} writes a table of another feature: ${write}`)

const crossings = new Set(
  statements
    .filter(crossesFeatures)
    .map(({ from, to }) => `${placeOf(from).feature} → ${placeOf(to).feature}`),
)
const permissions = Object.entries(USES)
  .flatMap(([from, uses]) => uses.map((to) => `${from} → ${to}`))
  .filter((pair) => !crossings.has(pair))
const allowances = FOREIGN_WRITES.filter((pair) => !written.some(({ write }) => write === pair))
for (const pair of [...permissions, ...allowances])
  broken.push(`import-rules/features.ts allows what nothing needs: please take out ${pair}`)

for (const line of broken) console.error(line)
console.log(`${files.length} files, ${broken.length} against the rules`)
process.exit(broken.length > 0 ? 1 : 0)
