/** An S3-compatible server with one bucket, for tests. */
import S3rver, { type S3rverContext } from '@20minutes/s3rver'
import type { Settings } from '#platform/settings.ts'

export interface TestBucket {
  settings: Extract<Settings['files'], { kind: 's3' }>
  stop(): Promise<void>
}

const KEY = 'S3RVER'

/**
 * Starts the server on port `wanted`, or on a free port if `wanted` is 0. Stores the files in `folder`. Sets
 * the AWS variables that the SDK reads.
 */
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
  // The last middleware is the router, which also checks the signature. Inserts the new one before it.
  server.middleware.splice(-1, 0, keepSlash)
  const { port } = await server.run()
  return {
    settings: { kind: 's3', bucket, endpoint: `http://127.0.0.1:${port}` },
    stop: () => server.close(),
  }
}

/**
 * Keeps the slash after a bucket's name. The SDK signs this slash, but the server removes it before checking
 * the signature, unless the host name contains the bucket. So this middleware marks the request as one whose
 * host name contains the bucket.
 */
async function keepSlash(context: S3rverContext, next: () => Promise<void>): Promise<void> {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.state['vhost'] = true
    context.mountPath = '/'
  }
  await next()
}
