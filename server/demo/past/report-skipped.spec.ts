import type { Command } from '../../core/command';
import type { Outcome } from '../../engine/port';
import { reportingSkipped } from './report-skipped';

const ALICE = 5;

async function saidOf(outcome: Outcome, user = ALICE): Promise<string[]> {
  const lines: string[] = [];
  const engine = reportingSkipped({ submit: async () => outcome }, ALICE, (line) => lines.push(line));
  const command: Command = { type: 'ConvertDust', user, coins: [{ asset: 'LTC' }] };
  expect(await engine.submit({ actor: `user/${user}`, command })).toBe(outcome);
  return lines;
}

describe('a command of the past', () => {
  it('that is refused is said', async () => {
    expect(await saidOf({ rejected: 'order.cannot.fill' })).toEqual([
      'demo: ConvertDust of 5 is left out: order.cannot.fill',
    ]);
  });

  it('is not said when it is taken, was done before, or is of another user', async () => {
    expect(await saidOf({ position: 1, id: null, repeated: false })).toEqual([]);
    expect(await saidOf({ rejected: 'client.id.reused' })).toEqual([]);
    expect(await saidOf({ rejected: 'order.cannot.fill' }, 6)).toEqual([]);
  });
});
