import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table is a few lines: cheaper than asking the server for parts of it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
