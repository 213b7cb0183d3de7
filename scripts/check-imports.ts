/**
 * Holds every import in `src` against the layout's rules, and every table against who writes it; ends with
 * 1 and a line for each that breaks one. A permission that nothing needs any more breaks the rules as well. Circles of files are oxlint's.
 */
import { globSync, readFileSync } from 'node:fs'
import { sharedTables, USES, placeOf, brokenRule, crossesFeatures, forTests } from './import-rules/rules.ts'
import { importsOf } from './import-rules/scan.ts'

const files = globSync('src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
const statements = files.flatMap((file) => importsOf(file))
const broken = statements.flatMap((statement) => {
  const rule = brokenRule(statement)
  return rule ? [`${statement.from} imports ${statement.to}: ${rule}`] : []
})

const production = files.filter((file) => !forTests(file))
broken.push(...sharedTables(new Map(production.map((file) => [file, readFileSync(file, 'utf8')]))))

const used = new Set(
  statements
    .filter(crossesFeatures)
    .map(({ from, to }) => `${placeOf(from).feature} → ${placeOf(to).feature}`),
)
for (const [from, uses] of Object.entries(USES))
  for (const to of uses)
    if (!used.has(`${from} → ${to}`))
      broken.push(`import-rules/rules.ts allows what nothing needs: ${from} → ${to}`)

for (const line of broken) console.error(line)
console.log(`${files.length} files, ${broken.length} against the rules`)
process.exit(broken.length > 0 ? 1 : 0)
