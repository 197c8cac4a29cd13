/** Proofs of liabilities by the real thread, which runs the compiled files, and the files left if signing fails. */
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLine } from '../../shared/proof/signed-heads';
import { buy, asUser, ALICE, Exchange, LISTINGS, sell } from '../../test/tools/fixtures/core-fixture';
import { encodeBody } from '../products/core';
import { headsDirectory } from '../signed-heads/head-files';
import { HeadSigner } from '../signed-heads/signer';
import { openJournal, type OpenedJournal } from '../journal/source';
import { makeLiabilities } from '../liabilities/make';
import {
  liabilitiesDirectory,
  publishedPositions,
  publishTrees,
  signedLine,
  writeTrees,
} from '../liabilities/tree-files';
import { openDatabase, type Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { LiabilitiesMaker } from './liabilities';

const CORE = 'exchange';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RIGHT_KEY = Buffer.alloc(32, 1).toString('base64');
const WRONG_KEY = Buffer.alloc(32, 2).toString('base64');

let dataDir: string;
let opened: OpenedJournal;
let database: Database<ExchangeTables>;
let exchange: Exchange;
let now: number;
let log: [string, Record<string, unknown>][];

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'liabilities-'));
  database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
  opened = await openJournal({ kind: 'embedded', directory: path.join(dataDir, 'journal'), core: CORE });
  [now, log] = [Date.UTC(2026, 10, 24, 12), []];
  exchange = new Exchange();
  for (const listing of LISTINGS) exchange.take(listing);
  await append();
});
afterEach(async () => {
  await opened.journal.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function append(): Promise<void> {
  const { position } = opened.journal.head();
  const fresh = exchange.batches.filter(({ first }) => first > position);
  await opened.journal.append(
    position,
    fresh.map((batch) => ({ batch, body: encodeBody(batch) })),
  );
}

async function trade(): Promise<void> {
  exchange.take(asUser(ALICE, sell(100, 1)));
  exchange.take(buy(100, 1));
  await append();
}

const folders = (): string[] => {
  const directory = liabilitiesDirectory(dataDir);
  return existsSync(directory) ? readdirSync(directory) : [];
};
const logged = (message: string): unknown[] => log.flatMap(([said, { error }]) => (said === message ? [error] : []));

function signerWith(signingKey: string): HeadSigner {
  const [signed, failed] = [() => undefined, () => undefined];
  return new HeadSigner({
    ...{ config: { dataDir, signingKey }, core: CORE, journal: opened.journal, database },
    ...{ clock: () => now, signed, failed },
  });
}

function makerWith(signer: Pick<HeadSigner, 'canSign' | 'signLiabilities'>): LiabilitiesMaker {
  return new LiabilitiesMaker({
    data: {
      ...{ source: opened.followerSource, snapshots: path.join(dataDir, 'snapshots'), core: CORE },
      ...{ directory: liabilitiesDirectory(dataDir), keyOfMacs: new Uint8Array(32).fill(7) },
    },
    head: () => opened.journal.head().position,
    signer,
    clock: () => now,
    log: (message, facts) => void log.push([message, facts]),
  });
}

/** One check per minute, with trading in between. */
async function minutes(maker: LiabilitiesMaker, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    await trade();
    now += MINUTE;
    await maker.makeIfDue();
  }
}

it('makes one per day', async () => {
  const maker = makerWith(signerWith(RIGHT_KEY));
  await minutes(maker, 3);
  const directory = liabilitiesDirectory(dataDir);
  expect(publishedPositions(directory)).toHaveLength(1);
  now += 24 * HOUR;
  await maker.makeIfDue();
  expect(publishedPositions(directory)).toHaveLength(2);
  await maker.close();
});

it('makes another one at once if today’s has an earlier form that reveals more of others', async () => {
  const signer = signerWith(RIGHT_KEY);
  const { position, hash } = opened.journal.head();
  const balances = new Map([...exchange.state.ledger.accounts].map(([name, { balance }]) => [name, balance]));
  const { assets, trees } = await makeLiabilities(
    balances,
    () => 8,
    { core: CORE, position },
    () => '0'.repeat(64),
    1,
  );
  const directory = liabilitiesDirectory(dataDir);
  writeTrees(directory, position, trees);
  publishTrees(directory, position, `${await signer.signLiabilities({ is: 'liabilities', position, hash, assets })}`);
  const maker = makerWith(signer);
  await minutes(maker, 3);
  const [newest, ...earlier] = publishedPositions(directory);
  expect(readLine(signedLine(directory, newest) ?? '', 0).signed.said).toMatchObject({ form: 2 });
  expect(earlier).toEqual([position]);
  await maker.close();
});

it('makes nothing that a wrong key could not sign, reports it, and waits longer each time', async () => {
  await signerWith(RIGHT_KEY).sign();
  const maker = makerWith(signerWith(WRONG_KEY));
  await minutes(maker, 5);
  expect(folders()).toEqual([]);
  expect(logged('proof of liabilities failed')).toEqual(['heads cannot be signed']);
  now += HOUR;
  await minutes(maker, 5);
  expect(logged('proof of liabilities failed')).toHaveLength(2);
  now += HOUR;
  await minutes(maker, 5);
  expect(logged('proof of liabilities failed')).toHaveLength(2);
  now += HOUR;
  await minutes(maker, 5);
  expect(logged('proof of liabilities failed')).toHaveLength(3);
  expect(folders()).toEqual([]);
  await maker.close();
});

it('leaves nothing of an unsigned proof or of earlier ones', async () => {
  const signer = signerWith(RIGHT_KEY);
  await signer.sign();
  const maker = makerWith(signer);
  const heads = headsDirectory(dataDir);
  // Detected when the line is written, not before.
  appendFileSync(path.join(heads, readdirSync(heads)[0]), 'half a line');
  await minutes(maker, 5);
  expect(folders()).toEqual([]);
  expect(logged('proof of liabilities failed')).toEqual([expect.stringContaining('not signed')]);
  await maker.close();
});

it('continues once signing works again', async () => {
  let fails = true;
  const signer = signerWith(RIGHT_KEY);
  const maker = makerWith({
    canSign: async () => true,
    signLiabilities: async (said) => (fails ? null : signer.signLiabilities(said)),
  });
  await minutes(maker, 2);
  fails = false;
  await minutes(maker, 2);
  expect(folders()).toEqual([]);
  now += HOUR;
  await minutes(maker, 2);
  expect(folders()).toHaveLength(1);
  expect(publishedPositions(liabilitiesDirectory(dataDir))).toHaveLength(1);
  await maker.close();
});
