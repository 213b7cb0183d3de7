/** What makes the sandboxes' tables whose rows are in a backup. */
import { DDL } from '../../sandbox/payments/tables.ts'

export const SANDBOX_DDL: readonly string[] = DDL
