/** flydrive's driver for a bucket. Keys and region come from the usual AWS variables, which the SDK reads itself. */
import { S3Driver } from 'flydrive/drivers/s3'
import type { Settings } from '../settings.ts'

/** The region where none is set: most stand-ins for S3 take it. */
const ANY_REGION = 'us-east-1'

/**
 * A store that hangs must not hold whoever waits for a picture: no connection, or no byte on one, for this long is a
 * failure. Large files may take as long as they move.
 */
const LIMITS = { connectMs: 3_000, silentMs: 5_000 }
/** The SDK's own three tries would be as many waits. */
const TRIES = 2

export const openBucket = (
  { bucket, endpoint }: Extract<Settings['files'], { kind: 's3' }>,
  { connectMs, silentMs } = LIMITS,
): S3Driver =>
  new S3Driver({
    bucket,
    visibility: 'private',
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
    // Buckets are closed by default today, and many stand-ins know no access lists.
    supportsACL: false,
    // Newer checksums are not understood by every stand-in.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: regionOr(ANY_REGION) }),
  })

/** Elsewhere the SDK insists on a region; with an address of its own it hardly matters which. */
const regionOr = (other: string): string =>
  process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? other
