/** An S3-compatible server with one bucket, for tests. */
import S3rver, { type S3rverContext } from '@20minutes/s3rver'
import type { Settings } from '#platform/settings.ts'

export interface TestBucket {
  settings: Extract<Settings['files'], { kind: 's3' }>
  stop(): Promise<void>
}

/** The only key that the server accepts. */
const KEY = 'S3RVER'

/**
 * Starts the server on the given port, or on a free one, with its files in `folder`. Sets the AWS variables
 * that the SDK reads.
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
  // Inserts the middleware before the router, which comes last and checks the signature.
  server.middleware.splice(-1, 0, keepSlash)
  const { port } = await server.run()
  return {
    settings: { kind: 's3', bucket, endpoint: `http://127.0.0.1:${port}` },
    stop: () => server.close(),
  }
}

/**
 * Keeps the slash after a bucket's name. The SDK signs this slash, but the server removes it before it checks
 * the signature. The server keeps it if the host names the bucket, so this middleware makes requests look like
 * that.
 */
async function keepSlash(context: S3rverContext, next: () => Promise<void>): Promise<void> {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.state['vhost'] = true
    context.mountPath = '/'
  }
  await next()
}
