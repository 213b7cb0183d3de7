/**
 * The provider is made for Node's own requests and responses, the site for the web's. This hands a request over and takes the
 * response back, whether it came by a socket or not.
 */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

export interface NodeCall {
  request: Request
  body: Uint8Array
  /** The path at which the provider is mounted: it sees the path below. */
  mount: string
  /** The site is reached by https, whatever the connection to this process is. */
  secure: boolean
  /** Set on the response beforehand: the listener may find and widen them. */
  headers?: Record<string, string>
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/** The listener's response. Rejects when it throws. */
export async function askNode(call: NodeCall, listener: Listener): Promise<Response> {
  const incoming = incomingOf(call)
  const outgoing = new KeptResponse(incoming)
  for (const [name, value] of Object.entries(call.headers ?? {})) outgoing.setHeader(name, value)
  // The listener is awaited, so that what it throws is not lost; it may well be done before it returns.
  const listened = Promise.resolve(listener(incoming, outgoing)).then(() => outgoing.whole)
  return Promise.race([outgoing.whole, listened])
}

function incomingOf({ request, body, mount, secure }: NodeCall): IncomingMessage {
  const { pathname, search, host } = new URL(request.url)
  const incoming = new IncomingMessage(Object.assign(new Socket(), { encrypted: secure }))
  incoming.method = request.method
  incoming.headers = { host, ...Object.fromEntries(request.headers) }
  if (body.length > 0) incoming.headers['content-length'] = String(body.length)
  incoming.url = (pathname.slice(mount.length) || '/') + search
  Object.assign(incoming, { originalUrl: pathname + search })
  if (body.length > 0) incoming.push(body)
  incoming.push(null)
  return incoming
}

/** A response that goes nowhere: it is whole once it has ended. */
class KeptResponse extends ServerResponse {
  readonly #chunks: Buffer[] = []
  readonly #whole = Promise.withResolvers<Response>()

  get whole(): Promise<Response> {
    return this.#whole.promise
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(Buffer.from(chunk as Uint8Array))
    return true
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk)
    this.finished = true
    const empty = this.#chunks.length === 0 || [204, 304].includes(this.statusCode)
    const headers = new Headers()
    for (const [name, value] of Object.entries(this.getHeaders()))
      for (const each of [value].flat()) headers.append(name, String(each))
    const body = empty ? null : Buffer.concat(this.#chunks)
    this.#whole.resolve(new Response(body, { status: this.statusCode, headers }))
    return this
  }
}
