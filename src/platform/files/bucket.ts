/** flydrive's driver for a bucket. Keys and region come from the usual AWS variables, which the SDK reads itself. */
import { S3Driver } from 'flydrive/drivers/s3'
import type { Settings } from '../settings.ts'

/** What most stand-ins for S3 call themselves where no region is set. */
const ANY_REGION = 'us-east-1'

export function openBucket({ bucket, endpoint }: Extract<Settings['files'], { kind: 's3' }>): S3Driver {
  return new S3Driver({
    bucket,
    visibility: 'private',
    // Buckets are closed by default today, and many stand-ins know no access lists.
    supportsACL: false,
    // Newer checksums are not understood by every stand-in.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true, region: regionOr(ANY_REGION) }),
  })
}

/** Elsewhere the SDK insists on a region; with an address of its own it hardly matters which. */
function regionOr(other: string): string {
  return process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? other
}
