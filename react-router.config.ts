import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: true,
  // Sends the whole route table with the first page. It is small, so requests for parts of it would cost more.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
