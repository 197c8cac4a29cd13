import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalLines, restoreState } from '../../server/products/core';
import { verifyCertificate } from '../../shared/products/option/proof/certificate';
import { certificates } from '../tools/samples/certificates';
import { optionScenario } from '../tools/fixtures/option-fixture';
import { stepOf, turn } from './option-turns';

/** `SIMULATION_RUNS=5000 npx jest test/simulation` runs longer; `SIMULATION_SEED` repeats a run. */
const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 60);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_261_124);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('every settled contract has a certificate that verifies', async () => {
  const seen = new Map<string, number>();
  const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 30, maxLength: 160, size: 'max' }), async (turns) => {
      const { exchange } = optionScenario();
      for (const one of turns) {
        if (one.restarts) exchange.restart(restoreState(canonicalLines(exchange.state)));
        exchange.take(stepOf(exchange, one));
      }
      for (const certificate of await certificates({ exchange })) {
        const verdict = await verifyCertificate(certificate, sha256);
        if ('refused' in verdict) throw new Error(JSON.stringify({ verdict, says: certificate.says }));
        const { end, reason } = verdict.says.result;
        count(reason ?? end);
        count(verdict.isOpen ? 'open' : 'whole');
      }
    }),
    { numRuns, seed },
  );
  expect(ENDS.filter((end) => (seen.get(end) ?? 0) < numRuns / 50)).toEqual([]);
});

const ENDS = [
  ...['won', 'lost', 'tie', 'take_profit', 'stop_loss', 'cancelled', 'entry_missed', 'index_stale', 'level_passed'],
  ...['open', 'whole'],
];
