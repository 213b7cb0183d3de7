/** flydrive's driver for an S3 bucket. The SDK reads keys and region from the usual AWS variables itself. */
import { S3Driver } from 'flydrive/drivers/s3'
import type { Settings } from '../settings.ts'

/** The region if none is set: most S3 stand-ins accept it. */
const ANY_REGION = 'us-east-1'

/**
 * Timeouts for a store that hangs, in milliseconds: without a connection, or without a byte on it, the
 * request fails.
 * Large files may take any time while bytes arrive.
 */
const LIMITS = { connectMs: 3_000, silentMs: 5_000 }
/** The SDK's default of three attempts would triple the wait. */
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
    // Buckets are private by default today, and many stand-ins do not support access lists.
    supportsACL: false,
    // Not every stand-in understands the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: regionOr(ANY_REGION) }),
  })

/**
 * Returns the configured region, or the given one. The SDK requires a region even with a custom endpoint,
 * which ignores it.
 */
const regionOr = (other: string): string =>
  process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? other
