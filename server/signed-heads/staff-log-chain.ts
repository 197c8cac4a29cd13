/**
 * The staff log as a hash chain: one link when a row is written, another when the act's outcome is known, each hashed
 * over the previous one. The chain's head is signed with the journal's, so that later changes or deletions of rows are
 * detected. `heads/staff-log` contains only hashes.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { StaffLogHead } from '../../shared/proof/signed-heads';
import { appendOrTruncate } from './head-files';
import type { Database } from '../platform/database/database';
import type { ExchangeTables, StaffLogRow } from '../platform/database/exchange-tables';

/** First link of the chain. */
export const STAFF_LOG_BEGIN = hash('sha256', 'staff log', 'hex');
const FILE = 'staff-log';
const LINK = /^(\d+) (begun|ended) ([0-9a-f]{64}) ([0-9a-f]{64})$/;
const ROWS_MAX = 500;
/** Up to this many rows a query is faster than starting a thread for it. */
const FEW_ROWS = 20;

interface Link {
  row: number;
  is: 'begun' | 'ended';
  /** Digest of the row's contents. */
  digest: string;
}

/** Digest of a row as first written. */
export function digestOfBegun(row: StaffLogRow): string {
  const { id, at, staffId, role, ip, action, isLookUp, target, userId, reason, facts } = row;
  return hash(
    'sha256',
    JSON.stringify([id, at, staffId, role, ip, action, isLookUp, target, userId, reason, facts]),
    'hex',
  );
}

/** Digest of a row's outcome. */
export function digestOfEnded({ id, outcome, position }: StaffLogRow): string {
  return hash('sha256', JSON.stringify([id, outcome, position]), 'hex');
}

function hashOfLink(before: string, { row, is, digest }: Link): string {
  return hash('sha256', `${before}${row} ${is} ${digest}`, 'hex');
}

export interface StaffLogLinks {
  links: Link[];
  /** Hash of each link. */
  hashes: string[];
  head: StaffLogHead;
  /** Bytes of complete lines. */
  length: number;
}

/** @throws with the number of the first link that does not follow from the previous one */
export function readLinks(directory: string): StaffLogLinks {
  const text = textOf(path.join(directory, FILE));
  const lines = text.split('\n').slice(0, -1);
  let last = STAFF_LOG_BEGIN;
  const hashes: string[] = [];
  const links = lines.map((line, index) => {
    const [, row, is, digest, stated] = LINK.exec(line) ?? [];
    const link = { row: Number(row), is: is as Link['is'], digest };
    if (stated === undefined || hashOfLink(last, link) !== stated)
      throw new Error(`link ${index + 1} of the staff's log does not follow`);
    last = stated;
    hashes.push(stated);
    return link;
  });
  return {
    links,
    hashes,
    head: { links: links.length, hash: last },
    length: Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)),
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

export class StaffLogChain {
  private current: StaffLogHead;
  private lastRow = 0;
  private readonly open = new Set<number>();

  constructor(
    private readonly directory: string,
    private readonly database: Pick<Database<ExchangeTables>, 'sql' | 'lists'>,
  ) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const { links, head, length } = readLinks(directory);
    const file = path.join(directory, FILE);
    if (length < Buffer.byteLength(textOf(file))) truncateSync(file, length);
    for (const link of links) this.trackRow(link);
    this.current = head;
  }

  /** Adds durable links for new rows and new outcomes. */
  async follow(): Promise<StaffLogHead> {
    for (;;) {
      const addedLinks = await this.newLinks();
      if (addedLinks.length === 0) return this.current;
      let { links, hash: last } = this.current;
      let text = '';
      for (const link of addedLinks) {
        last = hashOfLink(last, link);
        links++;
        text += `${link.row} ${link.is} ${link.digest} ${last}\n`;
      }
      const handle = await open(path.join(this.directory, FILE), 'a', 0o600);
      try {
        await appendOrTruncate(handle, Buffer.from(text), (await handle.stat()).size);
      } finally {
        await handle.close();
      }
      for (const link of addedLinks) this.trackRow(link);
      this.current = { links, hash: last };
    }
  }

  private trackRow({ row, is }: Link): void {
    if (row > this.lastRow) this.lastRow = row;
    if (is === 'begun') this.open.add(row);
    else this.open.delete(row);
  }

  private async newLinks(): Promise<Link[]> {
    const open = [...this.open].slice(-ROWS_MAX);
    const log = (await this.readerOf(open.length)).selectFrom('staffLog').selectAll();
    const endedRows =
      open.length === 0 ? [] : await log.where('id', 'in', open).where('outcome', 'is not', null).execute();
    const startedRows = await log.where('id', '>', this.lastRow).orderBy('id').limit(ROWS_MAX).execute();
    return [
      ...endedRows.map((row): Link => ({ row: row.id, is: 'ended', digest: digestOfEnded(row) })),
      ...startedRows.map((row): Link => ({ row: row.id, is: 'begun', digest: digestOfBegun(row) })),
    ];
  }

  /**
   * Reads a few new rows here, as at most starts and stops. More rows are read in a thread, to keep the trading thread
   * free.
   */
  private async readerOf(open: number): Promise<Kysely<ExchangeTables>> {
    const { sql, lists } = this.database;
    const { last } = await sql
      .selectFrom('staffLog')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    return (last ?? 0) - this.lastRow + open <= FEW_ROWS ? sql : lists;
  }
}

/** First difference between the rows and their links, as text; null for none. */
export async function firstStaffLogDifference(
  { links }: Pick<StaffLogLinks, 'links'>,
  database: Pick<Database<ExchangeTables>, 'lists'>,
): Promise<string | null> {
  for (let from = 0; from < links.length; from += ROWS_MAX) {
    const chunk = links.slice(from, from + ROWS_MAX);
    const ids = [...new Set(chunk.map(({ row }) => row))];
    const rows = await database.lists.selectFrom('staffLog').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { row: id, is, digest } of chunk) {
      const row = byId.get(id);
      if (!row) return `row ${id} of the staff's log is gone`;
      if ((is === 'begun' ? digestOfBegun(row) : digestOfEnded(row)) !== digest)
        return `row ${id} of the staff's log was changed`;
    }
  }
  return null;
}
