import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: true,
  // Sends the whole route table with the first page. The table is small, so it costs less than later requests
  // for its parts.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
