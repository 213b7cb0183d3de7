/**
 * Lets components load data from the API, with one cache for each tab. The cache starts with the data of the
 * page's loader.
 */
import { useInfiniteQuery, useQueries, useQuery, QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Call, type Failed, inputArgs } from '#shared/client.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import { onInvalidated, useCall } from './api.tsx'

interface QueryOptions<E> {
  /**
   * The reply that the page's loader has already fetched. The component shows it immediately, and sends a
   * request only to refetch.
   */
  seed?: ReplyOf<E> | undefined
  /** While this is false, the query sends no request. */
  enabled?: boolean
  /** How often the query is refetched. A function decides this by the last reply. */
  poll?: Poll | ((data: ReplyOf<E>) => Poll | false)
  /** Part of the query's key, such as the record's version. The query is refetched when it changes. */
  version?: number | string
}

interface ApiQuery<E, Data = ReplyOf<E> | null> {
  /**
   * The last successful reply, even while a request is running or after a request has failed. Null before the
   * first success.
   */
  data: Data
  failed: Failed | null
  /** True while the first request of the query is running. */
  pending: boolean
  /** True if the data may be outdated, because a newer request is running or has failed. */
  stale: boolean
  refetch: () => void
}

/**
 * The time when the page first used each seed. A cached reply that arrived after that time is newer than the
 * seed.
 */
const firstSeen = new WeakMap<object, number>()

function seenAt(seed: unknown): number {
  if (typeof seed !== 'object' || seed === null) return 0
  const at = firstSeen.get(seed) ?? Date.now()
  firstSeen.set(seed, at)
  return at
}

/**
 * Returns the reply of a GET endpoint, and the progress of its request: `useApiQuery(getEvent, { query: {
 * urlName } })`.
 */
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: QueryOptions<E> & { seed: ReplyOf<E> },
): ApiQuery<E, ReplyOf<E>>
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: QueryOptions<E>,
): ApiQuery<E>
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { seed, enabled = true, poll, version }: QueryOptions<E> = {},
): ApiQuery<E> {
  const call = useCall()
  const client = useQueryClientOfTab()
  const key = queryKeyFor(endpoint, input, version)
  const seeded = seed !== undefined
  const result = useQuery<ReplyOf<E>, Failed>(
    {
      queryKey: key,
      ...queryOptions(call, endpoint, input),
      enabled,
      staleTime: seeded ? Infinity : 0,
      refetchOnMount: seeded ? false : 'always',
      refetchOnWindowFocus: poll ? 'always' : false,
      refetchOnReconnect: ({ state }) => (poll || state.status === 'error' ? 'always' : false),
      refetchInterval: ({ state }) => {
        const now = typeof poll === 'function' ? state.data !== undefined && poll(state.data) : poll
        return now ? pollDelay(now, state) : false
      },
      ...(seeded ? { initialData: seed, initialDataUpdatedAt: seenAt(seed) } : {}),
    },
    client,
  )
  const keepSeed = useEffectEvent((seed: ReplyOf<E> | undefined) => {
    const known = client.getQueryState(key)?.dataUpdatedAt ?? 0
    if (seed !== undefined && known < seenAt(seed))
      client.setQueryData<ReplyOf<E>>(key, () => seed, { updatedAt: seenAt(seed) })
  })
  useEffect(() => keepSeed(seed), [seed])

  const current = seeded && result.dataUpdatedAt < seenAt(seed) ? seed : result.data
  const [last, setLast] = useState(current)
  if (current !== undefined && current !== last) setLast(current)
  const data = current ?? last ?? null
  const { error: failed, isFetching, refetch } = result
  return {
    data,
    failed,
    pending: enabled && data === null && failed === null,
    stale: current === undefined || isFetching || failed !== null,
    refetch: () => void refetch(),
  }
}

const queryOptions = <E extends Endpoint>(call: Call, endpoint: E, input: InputOf<E>) => ({
  queryFn: () => fetchAnswer(call, endpoint, input),
  ...ONCE,
})

async function fetchAnswer<E extends Endpoint>(
  call: Call,
  endpoint: E,
  input: InputOf<E>,
): Promise<ReplyOf<E>> {
  const answer = await call(endpoint, ...inputArgs(endpoint, input))
  // Throws the failure, because TanStack Query then keeps the last successful data.
  if (!answer.ok) throw answer as Failed
  return answer.data
}

const ONCE = {
  retry: false,
  // Sends a request even without a network. The API call itself then fails and says so.
  networkMode: 'always',
} as const

interface PagesOptions<E extends Endpoint, Cursor> {
  inputOf: (cursor: Cursor) => InputOf<E>
  first: Cursor
  /** Returns the cursor of the page after this one. Returns null after the last page. */
  next: (page: ReplyOf<E>) => Cursor | null
  enabled?: boolean
  /**
   * Part of the query's key. The query starts again when it changes, and the old pages stay visible until the
   * new ones have loaded.
   */
  version?: number | undefined
  /** True if the query should load all pages of the list, and return them only when all have loaded. */
  all?: boolean
}

/** Returns the replies of a GET endpoint that returns its list in pages. */
export function useInfiniteApiQuery<E extends Endpoint, Cursor>(
  endpoint: E,
  options: PagesOptions<E, Cursor>,
) {
  const { inputOf, first, next, enabled = true, version, all = false } = options
  const call = useCall()
  const client = useQueryClientOfTab()
  const result = useInfiniteQuery(
    {
      queryKey: queryKeyFor(endpoint, { pages: inputOf(first) }, version),
      queryFn: ({ pageParam }) => fetchAnswer(call, endpoint, inputOf(pageParam as Cursor)),
      initialPageParam: first as unknown,
      getNextPageParam: (page: ReplyOf<E>) => next(page),
      ...ONCE,
      enabled,
      refetchOnMount: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    client,
  )
  const { hasNextPage, isFetching, fetchNextPage, refetch } = result
  const failed = result.error as Failed | null
  const goesOn = all && enabled && hasNextPage && !isFetching && failed === null
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const current = all && hasNextPage ? undefined : result.data?.pages
  const [last, setLast] = useState(current)
  if (current !== undefined && current !== last) setLast(current)
  return {
    /**
     * The pages that have loaded so far. They stay while newer pages are loading, and if loading those fails.
     * Null if no page has loaded.
     */
    pages: current ?? last ?? null,
    failed,
    busy: isFetching,
    /** Loads the next page of the list. Null if the list has no more pages. */
    more: hasNextPage ? () => void fetchNextPage() : null,
    /** Loads all pages of the list again. If the last page failed to load, loads only that page. */
    refetch: () => void (result.isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

/**
 * Returns the replies to several queries of one endpoint. Returns the same array until one of the replies
 * changes.
 */
export function useApiQueries<E extends Endpoint>(endpoint: E, inputs: readonly InputOf<E>[]) {
  const call = useCall()
  const client = useQueryClientOfTab()
  return useQueries(
    {
      queries: inputs.map((input) => ({
        queryKey: queryKeyFor(endpoint, input),
        ...queryOptions(call, endpoint, input),
        refetchOnWindowFocus: false,
      })),
      combine: pickAnswers<E>,
    },
    client,
  )
}

interface Result {
  data: unknown
  error: unknown
  refetch: () => unknown
}

const pickAnswers = <E extends Endpoint>(results: Result[]): Omit<ApiQuery<E>, 'stale'>[] =>
  results.map(({ data, error, refetch }) => ({
    data: (data ?? null) as ReplyOf<E> | null,
    failed: error as Failed | null,
    pending: data === undefined && error === null,
    refetch: refetch as () => void,
  }))

/**
 * Returns the function `setData`, which changes the cache. It is for components whose actions change what
 * other components show.
 */
export function useApiCache() {
  const client = useQueryClientOfTab()
  return {
    /**
     * Puts the reply to a write into the cache. Older requests that are still running do not overwrite this
     * reply.
     */
    setData: <E extends Endpoint>(
      endpoint: E,
      input: InputOf<E>,
      reply: ReplyOf<E> | ((before: ReplyOf<E> | undefined) => ReplyOf<E> | undefined),
    ) => {
      const key = queryKeyFor(endpoint, input)
      const { fetchStatus, status } = client.getQueryState(key) ?? {}
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<ReplyOf<E>>(key, reply)
      // Sends the canceled request again, or one that has failed, if a component still needs its reply.
      if (fetchStatus === 'fetching' || status === 'error') void client.invalidateQueries({ queryKey: key })
    },
  }
}

let ofThisTab: QueryClient | undefined

/**
 * Returns the query client of this tab. On the server, each rendering has its own client, so that no visitor
 * sees another visitor's data.
 */
function useQueryClientOfTab(): QueryClient {
  const [client] = useState(() =>
    typeof window === 'undefined' ? new QueryClient() : (ofThisTab ??= startedClient()),
  )
  return client
}

function startedClient(): QueryClient {
  const client = new QueryClient()
  // Makes the client refetch its queries when the tab becomes visible or the network returns.
  client.mount()
  onInvalidated(
    (endpoint, input) => void client.invalidateQueries({ queryKey: queryKeyFor(endpoint, input) }),
  )
  return client
}

/**
 * Returns the key of a query. Without `input`, returns the prefix that the keys of all queries of the
 * endpoint share.
 */
function queryKeyFor(
  { name }: Pick<Endpoint, 'name'>,
  input?: unknown,
  version?: number | string,
): unknown[] {
  if (input === undefined) return [name]
  return version === undefined ? [name, input] : [name, input, version]
}

/** How often a query is refetched. In a hidden tab it is never refetched. */
interface Poll {
  everyMs: number
  /**
   * The longest interval in milliseconds. It applies while requests fail, and with `slows` while the reply
   * stays the same. The default is a minute.
   */
  maxMs?: number
  /** True to poll less and less often while the reply stays the same, for work that may take days. */
  slows?: boolean
}

/** How often to poll for work in the background that usually takes seconds but sometimes days. */
export const WHILE_UNDER_WAY: Poll = { everyMs: 1000, maxMs: 30_000, slows: true }

interface AnswerState {
  data?: unknown
  dataUpdatedAt: number
  errorUpdatedAt: number
  errorUpdateCount: number
}

/**
 * The time when each reply first arrived. While the reply stays the same, the cache returns the same object.
 */
const firstCame = new WeakMap<object, number>()

/**
 * Returns the milliseconds until the next poll. If requests fail, this is the time since the last success.
 */
export function pollDelay({ everyMs, maxMs = 60_000, slows = false }: Poll, state: AnswerState): number {
  const { data, dataUpdatedAt, errorUpdatedAt, errorUpdateCount } = state
  const within = (ms: number) => Math.min(Math.max(ms, everyMs), Math.max(maxMs, everyMs))
  if (errorUpdatedAt > dataUpdatedAt)
    return within(
      dataUpdatedAt === 0 ? everyMs * 2 ** (errorUpdateCount - 1) : errorUpdatedAt - dataUpdatedAt,
    )
  if (!slows || typeof data !== 'object' || data === null) return everyMs
  const since = firstCame.get(data) ?? dataUpdatedAt
  firstCame.set(data, since)
  return within(dataUpdatedAt - since)
}
