/** `npm run reliability`. */
import { writeReliabilityPage } from './write.ts'

writeReliabilityPage()
console.log('Written to docs/reliability.md')
