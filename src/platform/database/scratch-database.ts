/** An embedded database in a folder that nobody else needs: a copy to read at leisure, or a place to try something out. */
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import type { Session } from './single-connection.ts'

/** Opens the folder, made when it is not there; migrates nothing. A loss of power may ruin it. */
export async function openScratch(folder: string): Promise<Session> {
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
  const engine = await PGlite.create({ fs: new NodeFS(folder), startParams })
  return { db: drizzle(engine), close: () => engine.close() }
}
