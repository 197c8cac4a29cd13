/** Data written and signed by a running demo, checked by the published verification programs. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApplication } from '../../../server/application';
import { writeBundle } from '../../../server/audit/bundle-file';
import { verifierProgramsDirectory } from '../../../server/audit/verifier-programs';
import { openPath } from '../../../server/audit/source';
import type { Batch } from '../../../server/core/event';
import { createDemo } from '../../../server/demo/demo';
import { Proofs } from '../../../server/features/proof/proofs';
import { headsDirectory, linesIn } from '../../../server/signed-heads/head-files';
import { loadConfig } from '../../../server/platform/config/config';
import { certificatesIn } from '../../tools/samples/certificates';
import {
  verifierRuns,
  verifierRunsOnChanged,
  CORE,
  writeEach,
  type PublishedFiles,
} from '../../tools/fixtures/published-files';
import { acceptedOf, runAll } from '../../tools/published-programs';

/** A few minutes before a funding hour, so that the history contains one. */
const BEGUN_AT = Date.UTC(2026, 4, 1, 16, 6, 20);
/** Batches by active traders after the history. */
const WORK = 150;

const scratch = mkdtempSync(path.join(tmpdir(), 'demo-checked-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function demoAtWork(): Promise<{ given: PublishedFiles; batches: Batch[] }> {
  const dataDir = path.join(scratch, 'data');
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO_HISTORY_MINUTES: '12' });
  const started = Date.now();
  const demo = createDemo(
    config,
    () => undefined,
    () => BEGUN_AT + Date.now() - started,
  );
  const application = await createApplication(config, { clock: demo.clock, demoUsers: demo.demoUsers });
  const { journal, engine, live, heads, liabilities } = application.exchange;
  const batches: Batch[] = [];
  const given: PublishedFiles = {
    journal: [],
    heads: [],
    bundle: path.join(scratch, 'bundle.zip'),
    proofs: [],
    certificates: [],
  };
  try {
    await demo.prepare(application);
    const from = journal.head().position;
    const isAtWork = new Promise<void>((resolve) => {
      const stop = live.onGroup(() => {
        if (journal.head().position < from + WORK) return;
        stop();
        resolve();
      });
    });
    demo.trade();
    await isAtWork;
    await demo.stop();
    await heads.sign();
    await liabilities.make();
    const proofs = application.nest.get(Proofs);
    const members = [...engine.state().members.keys()];
    const own = await Promise.all(members.map((user) => proofs.proofOfBalance(user)));
    given.proofs.push(...writeEach(scratch, 'proof', own));
    for await (const { batch } of journal.read(0)) batches.push(batch);
    given.certificates.push(
      ...writeEach(scratch, 'certificate', await certificatesIn(journal, { exchange: { batches } })),
    );
  } finally {
    await demo.stop();
    await application.close();
  }
  const filesIn = (folder: string, kind: RegExp): string[] =>
    readdirSync(folder)
      .filter((name) => kind.test(name))
      .sort()
      .map((name) => path.join(folder, name));
  given.journal.push(...filesIn(path.join(dataDir, 'journal'), /^\d{20}\.jsonl$/));
  given.heads.push(...filesIn(headsDirectory(dataDir), /\.jsonl$/));
  const audited = await openPath(dataDir, CORE);
  const parts = {
    core: CORE,
    headLines: () => linesIn(headsDirectory(dataDir)),
    programs: verifierProgramsDirectory(),
    at: BEGUN_AT,
  };
  await writeBundle(
    given.bundle,
    audited,
    parts,
    { about: { is: 'period' }, from: null, until: null },
    () => undefined,
  );
  await audited.close();
  return { given, batches };
}

it('accept everything it publishes, and reject it with one byte changed', async () => {
  const { given, batches } = await demoAtWork();
  // Every kind of event occurs.
  const types = new Set(batches.flatMap(({ events }) => events.map(({ type }) => type)));
  for (const type of ['PerpetualTraded', 'FundingSettled', 'RobotStepped', 'OptionSettled', 'FinancialBought'] as const)
    expect([type, types.has(type)]).toEqual([type, true]);
  expect(given.proofs.length).toBeGreaterThan(5);
  expect(given.certificates.length).toBeGreaterThan(0);
  const told = runAll(verifierRuns(given));
  expect(told.filter(({ status }) => status !== 0)).toEqual([]);
  expect(told[0].told).toMatch(/all balances sum to 0, head [0-9a-f]{64}$/);
  expect(acceptedOf(verifierRunsOnChanged(given, scratch))).toEqual([]);
});
