/**
 * Keeps the statements of the embedded database prepared. Without this, PGlite parses, describes, plans and
 * runs each query from the beginning, in six calls into WebAssembly. A prepared statement takes one call, and
 * PostgreSQL reuses its plan.
 */
import {
  type PGlite,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'
import { groupCommits } from './group-commit.ts'

const { serialize } = protocol

/**
 * The largest number of prepared statements. There can be many, because lists of parameters differ in length.
 * Beyond this number, the least recently used statement is closed.
 */
const MOST = 250

interface Prepared {
  name: string
  types: number[]
  fields: { name: string; dataTypeID: number }[]
}

/**
 * Replaces PGlite's `query`, both alone and in transactions. Call this after the migrations, because prepared
 * statements assume that tables do not change. Does not support attached files (`blob`).
 */
export function keepPrepared(engine: PGlite): void {
  const known = new Map<string, Prepared>()
  let count = 0

  const send = (...parts: Uint8Array[]) =>
    engine.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false })

  async function prepare(text: string): Promise<Prepared> {
    const name = `kept-${(count += 1)}`
    const replies = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const prepared: Prepared = { name, types: [], fields: [] }
    for (const reply of replies) {
      if (reply.name === 'parameterDescription') prepared.types = (reply as unknown as Parameters).dataTypeIDs
      if (reply.name === 'rowDescription') prepared.fields = (reply as unknown as Columns).fields
    }
    const [oldest] = known.size < MOST ? [] : known
    if (oldest) await forget(oldest[0], oldest[1])
    return prepared
  }

  async function forget(text: string, { name }: Prepared): Promise<void> {
    known.delete(text)
    await send(serialize.close({ type: 'S', name }))
  }

  async function run<T>(
    text: string,
    params: unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Results<T>> {
    const prepared = known.get(text) ?? (await prepare(text))
    // Deleting the statement's text before inserting it again keeps the map in the order of last use.
    known.delete(text)
    known.set(text, prepared)
    const values = params.map((value, at) => written(engine, value, prepared.types[at] ?? 0))
    try {
      const replies = await send(serialize.bind({ statement: prepared.name, values }), serialize.execute({}))
      return resultOf<T>(engine, { replies, fields: prepared.fields, options })
    } catch (error) {
      await forget(text, prepared)
      throw error
    }
  }

  const { checkReady, betweenTransactions } = turnsOf(engine)
  const transaction = engine.transaction.bind(engine)
  const begin = <T>(work: (tx: Transaction) => Promise<T>) =>
    transaction((tx) => {
      tx.query = async (text, params, options) => {
        if (tx.closed) throw new Error('Transaction is closed')
        return engine.runExclusive(() => run(text, params, options))
      }
      return work(tx)
    })
  const commits = groupCommits(begin)
  engine.transaction = (work) => commits({ work })
  engine.query = async <T>(text: string, params?: unknown[], options?: QueryOptions) => {
    await checkReady()
    const alone = () => betweenTransactions(() => engine.runExclusive(() => run<T>(text, params, options)))
    return WRITES.test(text) ? commits({ work: (tx) => tx.query<T>(text, params, options), alone }) : alone()
  }
}

/** Matches statements that may write. Their commits sync the disk, so they join a group. Other statements do not. */
const WRITES = /^\s*(?:insert|update|delete|with)\b/i

/**
 * Returns two private functions of PGlite that its own `query` calls first. Their names in PGlite start with
 * an underscore.
 */
function turnsOf(engine: PGlite) {
  const { ['_checkReady']: checkReady, ['_runExclusiveTransaction']: betweenTransactions } = engine
  return { checkReady: checkReady.bind(engine), betweenTransactions: betweenTransactions.bind(engine) }
}

interface Parameters {
  dataTypeIDs: number[]
}
interface Columns {
  fields: Prepared['fields']
}

function written(engine: PGlite, value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null
  return engine.serializers[type]?.(value) ?? String(value)
}

interface Answered {
  replies: { name: string }[]
  fields: Prepared['fields']
  options: QueryOptions
}

/** Returns a statement's result in the same form as PGlite's own `query`. */
function resultOf<T>(engine: PGlite, { replies, fields, options }: Answered): Results<T> {
  const parsers = fields.map(({ dataTypeID }) => options.parsers?.[dataTypeID] ?? engine.parsers[dataTypeID])
  const cell = (text: string | null, at: number): unknown =>
    text === null ? null : (parsers[at]?.(text, fields[at]?.dataTypeID) ?? text)
  const rows: unknown[] = []
  let affectedRows = 0
  for (const reply of replies) {
    if (reply.name === 'dataRow') {
      const cells = (reply as unknown as { fields: (string | null)[] }).fields.map(cell)
      rows.push(
        options.rowMode === 'array'
          ? cells
          : Object.fromEntries(cells.map((value, at) => [fields[at]?.name, value])),
      )
    }
    if (reply.name === 'commandComplete')
      affectedRows = affectedBy((reply as unknown as { text: string }).text)
  }
  return { rows: rows as T[], fields, affectedRows }
}

/**
 * Returns the number of changed rows from PostgreSQL's command tag, such as `UPDATE 3` or `INSERT 0 1`. A
 * `SELECT` changes none.
 */
const affectedBy = (command: string): number =>
  /^(INSERT|UPDATE|DELETE|MERGE|COPY)\b/.test(command) ? Number(command.split(' ').at(-1)) : 0
