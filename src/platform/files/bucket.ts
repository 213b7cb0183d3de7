/**
 * The driver of the library flydrive for an S3 bucket. The SDK reads keys and region from the usual AWS variables
 * itself.
 */
import { S3Driver } from 'flydrive/drivers/s3'
import type { Settings } from '../settings.ts'

/** The region to use if none is set. Most servers that imitate S3 accept this name. */
const ANY_REGION = 'us-east-1'

/**
 * A request to the bucket fails if it gets no connection in `connectMs` milliseconds, or if no byte arrives
 * for `silentMs`. A large file may take any time while bytes arrive.
 */
const LIMITS = { connectMs: 3_000, silentMs: 5_000 }
/** How often a request to the bucket is tried. With the SDK's default of three, guests would wait longer. */
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
    // New buckets are private by default. Many servers that imitate S3 support no access lists.
    supportsACL: false,
    // Not every server that imitates S3 understands the newer checksums that the SDK would send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: regionOr(ANY_REGION) }),
  })

/**
 * Returns the configured region, or `other` if none is configured. The SDK requires a region even for a
 * server that ignores it.
 */
const regionOr = (other: string): string =>
  process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? other
