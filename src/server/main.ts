/** The process begins here. What it sets first must be set before anything else is loaded; then it runs the site. */
import { cacheCompiledCode, limitMemory, registerDrizzleModules } from './process-start.ts'

limitMemory()
cacheCompiledCode()
registerDrizzleModules()
await import('./run-site.ts')
