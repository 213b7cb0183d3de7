/** Types for the functions of the package that the tests use. The package itself has no types. */
declare module '@20minutes/s3rver' {
  interface S3rverOptions {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }
  /** The context of a request in Koa, the web framework of this package. */
  export interface S3rverContext {
    path: string
    mountPath: string
    state: Record<string, unknown>
  }
  export default class S3rver {
    middleware: ((context: S3rverContext, next: () => Promise<void>) => Promise<void>)[]
    constructor(options: S3rverOptions)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
