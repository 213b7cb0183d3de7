/** The reads of a part of a page: one cache for the whole tab, seeded by what the page's loader has read. */
import { useInfiniteQuery, useQueries, useQuery, QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Call, type Failed, inputArgs } from '#shared/client.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import { onInvalidated, useCall } from './api.tsx'

interface QueryOptions<E> {
  /** The answer that the loader has read: shown at once, and nothing is asked before there is a reason to. */
  seed?: ReplyOf<E> | undefined
  /** False: it is not asked yet. */
  enabled?: boolean
  /** The polling; told by the last answer, where that decides it. */
  poll?: Poll | ((data: ReplyOf<E>) => Poll | false)
  /** A further part of the question, such as the version of what it is about: when it changes, it is asked again. */
  version?: number | string
}

interface ApiQuery<E, Data = ReplyOf<E> | null> {
  /** The last good answer; it stays while the next one is under way or has failed. Null until there is one. */
  data: Data
  failed: Failed | null
  /** The first answer is under way. */
  pending: boolean
  /** The data may be out of date: a newer answer is under way, or has failed. */
  stale: boolean
  refetch: () => void
}

/** The time at which each seed was first seen: what the cache has got since is newer. */
const firstSeen = new WeakMap<object, number>()

function seenAt(seed: unknown): number {
  if (typeof seed !== 'object' || seed === null) return 0
  const at = firstSeen.get(seed) ?? Date.now()
  firstSeen.set(seed, at)
  return at
}

/** The answer of a GET: `useApiQuery(getEvent, { query: { urlName } })`. */
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

/** The options with which an answer is asked for. */
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
  // The cache keeps the last good answer beside what it is told to be an error.
  if (!answer.ok) throw answer as Failed
  return answer.data
}

const ONCE = {
  retry: false,
  // Offline, the call itself fails and says so.
  networkMode: 'always',
} as const

interface PagesOptions<E extends Endpoint, Cursor> {
  inputOf: (cursor: Cursor) => InputOf<E>
  first: Cursor
  /** The cursor of the next page; null: that was the last one. */
  next: (page: ReplyOf<E>) => Cursor | null
  enabled?: boolean
  /** A further part of the question: when it changes, it is asked anew, and what was there stays meanwhile. */
  version?: number | undefined
  /** Each page is asked for once the one before is there, and all of them are given together. */
  all?: boolean
}

/** The answers of a GET that gives its rows a page at a time. */
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
    /** The pages so far; null until there is one. They stay while newer ones are under way or have failed. */
    pages: current ?? last ?? null,
    failed,
    busy: isFetching,
    /** Asks for one page more; null: there is none. */
    more: hasNextPage ? () => void fetchNextPage() : null,
    /** Asks anew, or goes on after a failure. */
    refetch: () => void (result.isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

/** The answers to several questions of one kind, as `useApiQuery` gives each; the same array until one of them changes. */
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

/** The cache, for parts that change what others show. */
export function useApiCache() {
  const client = useQueryClientOfTab()
  return {
    /** Shows what a write has answered; what is still under way and older does not put it back. */
    setData: <E extends Endpoint>(
      endpoint: E,
      input: InputOf<E>,
      reply: ReplyOf<E> | ((before: ReplyOf<E> | undefined) => ReplyOf<E> | undefined),
    ) => {
      const key = queryKeyFor(endpoint, input)
      const { fetchStatus, status } = client.getQueryState(key) ?? {}
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<ReplyOf<E>>(key, reply)
      // A part that waits for an answer still does.
      if (fetchStatus === 'fetching' || status === 'error') void client.invalidateQueries({ queryKey: key })
    },
  }
}

let ofThisTab: QueryClient | undefined

/** On the server each rendering has its own, so that no visitor is shown what another one may see. */
function useQueryClientOfTab(): QueryClient {
  const [client] = useState(() =>
    typeof window === 'undefined' ? new QueryClient() : (ofThisTab ??= startedClient()),
  )
  return client
}

function startedClient(): QueryClient {
  const client = new QueryClient()
  // Has it hear of the tab being shown again and of the network being back.
  client.mount()
  onInvalidated(
    (endpoint, input) => void client.invalidateQueries({ queryKey: queryKeyFor(endpoint, input) }),
  )
  return client
}

/** The name of an answer in the cache; without an input, of all answers of the endpoint. */
function queryKeyFor(
  { name }: Pick<Endpoint, 'name'>,
  input?: unknown,
  version?: number | string,
): unknown[] {
  if (input === undefined) return [name]
  return version === undefined ? [name, input] : [name, input, version]
}

/** Polling: the pace at which a question is asked again by itself. In a tab that is not shown it is not asked. */
interface Poll {
  everyMs: number
  /** The longest wait, while it fails (or, with `slows`, nothing changes); a minute unless told. */
  maxMs?: number
  /** Asks ever less often while the answer stays the same, for what may take days. */
  slows?: boolean
}

/** For what the site does by itself, mostly within seconds, and sometimes within days. */
export const WHILE_UNDER_WAY: Poll = { everyMs: 1000, maxMs: 30_000, slows: true }

interface AnswerState {
  data?: unknown
  dataUpdatedAt: number
  errorUpdatedAt: number
  errorUpdateCount: number
}

/** The time at which each answer first came; the cache hands out the same object while nothing in it changes. */
const firstCame = new WeakMap<object, number>()

/** The wait until the next poll, in milliseconds: as long again as it has been failing, or the same. */
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
