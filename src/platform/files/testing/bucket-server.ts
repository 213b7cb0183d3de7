/** An S3-compatible server with one bucket, for tests. */
import S3rver, { type S3rverContext } from '@20minutes/s3rver'
import type { Settings } from '#platform/settings.ts'

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
  // Last comes the router, which checks the signature.
  server.middleware.splice(-1, 0, keepSlash)
  const { port } = await server.run()
  return {
    settings: { kind: 's3', bucket, endpoint: `http://127.0.0.1:${port}` },
    stop: () => server.close(),
  }
}

/**
 * The SDK signs the slash behind a bucket's name, which this server takes away before it checks the signature. For buckets that are
 * named by the host it does not, so here they pass for such.
 */
async function keepSlash(context: S3rverContext, next: () => Promise<void>): Promise<void> {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.state['vhost'] = true
    context.mountPath = '/'
  }
  await next()
}
