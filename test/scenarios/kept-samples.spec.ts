/**
 * Artifacts of the first rules, byte for byte as written then: a full journal with a snapshot, signed heads,
 * evidence, proofs of balances and certificates. Published artifacts stay verifiable, and open positions end by their
 * original rules.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkBundle } from '../../server/audit/check-bundle';
import { openPath } from '../../server/audit/source';
import { sumsAt } from '../../server/audit/sums';
import { decodeBatch } from '../../server/products/core';
import { balanceOf } from '../../server/core/ledger/ledger';
import type { AccountName } from '../../server/core/ledger/entry';
import type { CoreState } from '../../server/core/state';
import { recover } from '../../server/engine/recovery';
import { checkSnapshots } from '../../server/engine/snapshot-files';
import { sha256, verifyEd25519 } from '../../server/signed-heads/ed25519';
import { openJournal } from '../../server/journal/source';
import { verifyBalances } from '../../shared/proof/balance-proof';
import { verifyCertificate, type Certificate } from '../../shared/products/option/proof/certificate';
import { Auditor } from '../simulation/audits/invariants';
import { BOB, Exchange, Scenario } from '../tools/fixtures/core-fixture';
import { publishPrice } from '../tools/fixtures/option-fixture';

const KEPT = path.join(__dirname, '../samples/rules-1');
const FACTS = JSON.parse(readFileSync(path.join(KEPT, 'facts.json'), 'utf8')) as {
  core: string;
  position: number;
  hash: string;
  key: string;
  balances: Record<string, string>;
  ends: { contract: number; end: string; paid: string; income: string; fee: string }[];
  fees: string[];
};
const scratch = mkdtempSync(path.join(tmpdir(), 'kept-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const filesOf = (folder: string): string[] =>
  readdirSync(path.join(KEPT, folder)).map((name) => path.join(KEPT, folder, name));

function python(program: string, ...parameters: string[]) {
  const file = path.resolve(__dirname, '../../docs', program);
  const { status, stdout, stderr } = spawnSync('python3', [file, ...parameters], { encoding: 'utf8' });
  return { status, told: `${stdout}${stderr}` };
}

async function recovered(directory: string | null): Promise<CoreState> {
  const copy = mkdtempSync(path.join(scratch, 'data-'));
  cpSync(path.join(KEPT, 'kept'), copy, { recursive: true });
  const { journal } = await openJournal({ kind: 'embedded', directory: path.join(copy, 'journal'), core: FACTS.core });
  try {
    expect(journal.head()).toEqual({ position: FACTS.position, hash: FACTS.hash });
    return (await recover(journal, directory && path.join(copy, directory))).state;
  } finally {
    await journal.close();
  }
}

/** Continues from stored state; the auditor lacks the earlier batches and is switched off. */
function goingOnFrom(state: CoreState): Scenario {
  const exchange = new Exchange(state);
  exchange.auditor.follow = () => undefined;
  exchange.auditor.compare = () => undefined;
  exchange.now = state.at + 1_000;
  return new Scenario(exchange);
}

describe('a journal of the first rules', () => {
  test('is read, and adds up to the balances of that time', async () => {
    const journal = await openPath(path.join(KEPT, 'kept'), FACTS.core);
    expect(journal.head).toEqual({ position: FACTS.position, hash: FACTS.hash });
    const { balances } = (await sumsAt(journal, null)).sums;
    await journal.close();
    const found = [...balances]
      .filter(([, balance]) => balance !== 0n)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    expect(Object.fromEntries(found.map(([account, balance]) => [account, `${balance}`]))).toEqual(FACTS.balances);
  });

  test('passes the auditor, which checks each event by its own rule', () => {
    const lines = readFileSync(path.join(KEPT, 'kept/journal/00000000000000000000.jsonl'), 'utf8').trim().split('\n');
    const auditor = new Auditor();
    for (const line of lines) auditor.follow(decodeBatch(line.slice(line.indexOf('"batch":') + 8, -1)).batch);
    expect(auditor.position).toBe(FACTS.position);
  });

  test.each([
    ['its first event', null],
    ['a snapshot, where that is still one', 'snapshots'],
  ])('starts from %s with the balances of that time', async (_, from) => {
    const { ledger } = await recovered(from);
    for (const [account, balance] of Object.entries(FACTS.balances)) {
      expect([account, `${balanceOf(ledger, account as AccountName)}`]).toEqual([account, balance]);
    }
  });

  test('has a snapshot that matches its seal, for any schema', () => {
    const found = [...checkSnapshots(path.join(KEPT, 'kept/snapshots'))];
    expect(found.map(({ fault }) => fault)).toEqual([null]);
  });

  test('settles open second contracts by the terms of their purchase', async () => {
    const scenario = goingOnFrom(await recovered(null));
    const before = scenario.exchange.batches.length;
    for (let second = 0; second < 320; second++) scenario.given(publishPrice(scenario, 6_000_004 + (second % 5)));
    const events = scenario.exchange.batches.slice(before).flatMap((batch) => batch.events);
    const ends = events.flatMap((event) => {
      if (event.type !== 'OptionSettled') return [];
      const { contract, end, paid, income, fee } = event;
      return { contract, end, paid: `${paid}`, income: `${income}`, fee: `${fee}` };
    });
    expect(ends).toEqual(FACTS.ends);
  });

  test('charges the fixed fee of a partly filled order once', async () => {
    const scenario = goingOnFrom(await recovered(null));
    const buy = (quantity: number) => ({
      actor: `user/${BOB}` as const,
      command: {
        ...({ type: 'PlaceOrder', user: BOB, market: 'ETH-USDT', side: 'buy', kind: 'limit' } as const),
        ...({ timeInForce: 'gtc', selfTrade: 'cancel_taker', price: 300_000, quantity } as const),
      },
    });
    scenario.given(buy(100), buy(500));
    const fees = scenario.exchange.batches.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'TradeExecuted' ? `${event.makerFee}` : [])),
    );
    expect(fees).toEqual(FACTS.fees);
  });
});

describe('artifacts published under the first rules', () => {
  const bundles = readdirSync(KEPT).filter((name) => name.endsWith('.zip'));

  test.each(bundles)('proves evidence: %s', async (name) => {
    const file = path.join(KEPT, name);
    const { manifest, signed, stateHash, otherForm } = await checkBundle(file, () => undefined, FACTS.key);
    expect(signed?.key).toBe(FACTS.key);
    // The state hash uses the earlier form of states, so the current form cannot contradict it.
    expect({ stateHash, otherForm }).toEqual({ stateHash: null, otherForm: manifest.stateHash === null ? null : 1 });
    expect(python('verify-bundle.py', file, FACTS.key)).toMatchObject({
      status: 0,
      told: expect.stringMatching(/^PROVED: /),
    });
  });

  test.each(readdirSync(KEPT).filter((name) => name.startsWith('balances-of-')))(
    'proves a proof of balances: %s',
    async (name) => {
      const file = path.join(KEPT, name);
      const verdict = await verifyBalances(JSON.parse(readFileSync(file, 'utf8')), sha256, verifyEd25519, FACTS.key);
      if ('refused' in verdict) throw new Error(`${verdict.refused} ${verdict.where}`);
      for (const { asset, own } of verdict.assets) {
        const mine = Object.entries(FACTS.balances).filter(
          ([account]) => account.startsWith(`${verdict.user}/`) && account.split('/')[2] === asset,
        );
        expect([asset, BigInt(own)]).toEqual([asset, mine.reduce((sum, [, balance]) => sum + BigInt(balance), 0n)]);
      }
      expect(python('verify-liabilities.py', file, FACTS.key)).toMatchObject({
        status: 0,
        told: expect.stringContaining(`PROVED for account ${verdict.user} at position ${FACTS.position}`),
      });
    },
  );

  test('reads signed heads', () => {
    expect(python('verify-liabilities.py', 'heads', FACTS.core, ...filesOf('heads'))).toMatchObject({
      status: 0,
      told: expect.stringContaining(`up to position ${FACTS.position}, signed by ${FACTS.key}`),
    });
  });

  const certificates = JSON.parse(readFileSync(path.join(KEPT, 'certificates.json'), 'utf8')) as Certificate[];

  test.each(certificates.map((certificate, place) => [place, certificate] as const))(
    'proves a certificate: %i',
    async (place, certificate) => {
      expect(await verifyCertificate(certificate, sha256)).toHaveProperty('says');
      const file = path.join(scratch, `certificate-${place}.json`);
      writeFileSync(file, JSON.stringify(certificate));
      expect(python('verify-certificate.py', file)).toMatchObject({
        status: 0,
        told: expect.stringMatching(/^PROVED: /),
      });
    },
  );
});
