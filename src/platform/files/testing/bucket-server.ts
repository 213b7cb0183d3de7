/** An S3-compatible server with one bucket, for tests. */
import S3rver from 's3rver'
import type { Settings } from '../../settings.ts'

export interface TestBucket {
  settings: Extract<Settings['files'], { kind: 's3' }>
  stop(): Promise<void>
}

/** The only keys that the server knows. */
const KEY = 'S3RVER'

/** Starts it on a free port, or on this one; the files are in `folder`. Sets the AWS variables that the SDK reads. */
export async function startBucket(folder: string, wanted = 0): Promise<TestBucket> {
  process.env['AWS_ACCESS_KEY_ID'] = KEY
  process.env['AWS_SECRET_ACCESS_KEY'] = KEY
  const bucket = 'ranch'
  const server = new S3rver({
    address: '127.0.0.1',
    port: wanted,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    settings: { kind: 's3', bucket, endpoint: `http://127.0.0.1:${port}` },
    stop: () => server.close(),
  }
}
