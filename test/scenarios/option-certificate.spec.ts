/** Certificates of second contracts: built from a journal, verified from their own text, refused after any change. */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { Batch } from '../../server/core/event';
import { createStepper, executeFully } from '../../server/engine/step';
import { hashOf } from '../../server/journal/seal';
import { readBatches } from '../../shared/proof/batches';
import { statementOf } from '../../shared/products/option/proof/statement';
import { verifyCertificate, type Certificate, type Verdict } from '../../shared/products/option/proof/certificate';
import { certificates } from '../tools/samples/certificates';
import { ALICE, BOB, type Scenario } from '../tools/fixtures/core-fixture';
import {
  PRICE,
  buyOption,
  cancelOption,
  allOptions,
  optionScenario,
  publishPrice,
  publishQuotes as shown,
  usdt,
} from '../tools/fixtures/option-fixture';

const P = PRICE;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const verify = (certificate: unknown) => verifyCertificate(certificate, sha256);
const faultOf = (verdict: Verdict) => ('refused' in verdict ? verdict.refused.fault : 'none');
/** One publication per second. */
const steady = (scenario: Scenario, price: number, seconds: number): Scenario => {
  for (let second = 0; second < seconds; second++) scenario.given(publishPrice(scenario, price));
  return scenario;
};
/** A won contract with its context. */
const won = () => steady(steady(optionScenario().given(buyOption(ALICE, 'up')), P, 30), P + 5, 40);

/** A contract for which two publications of older quotes are no entry; its certificate shows them. */
const entered = (levels = {}) => {
  const scenario = optionScenario().given(buyOption(ALICE, 'up', usdt(1_000), levels));
  for (const agoMs of [2_000, 3_000])
    scenario.given(
      shown(
        scenario,
        [P + 8, P + 9, P + 10].map((price) => [price, agoMs]),
      ),
    );
  scenario.given(
    shown(scenario, [
      [P + 1, 4_000],
      [P + 20, 0],
      [P + 21, 100],
      [P + 22, 200],
    ]),
  );
  // The index lies beyond the level, the sources of the entry do not.
  scenario.given(
    shown(scenario, [
      [P + 95, 0],
      [P + 25, 1_500],
      [P + 95, 0],
      [P + 30, 0],
      [P + 95, 0],
    ]),
  );
  return apart(scenario, P + 25, 62);
};
/** One publication per second, in which one source outside the entry lies far above the three in it. */
function apart(scenario: Scenario, price: number, seconds: number): Scenario {
  const sources = [price + 70, price - 1, price, price + 1];
  for (let second = 0; second < seconds; second++)
    scenario.given(
      shown(
        scenario,
        sources.map((one) => [one, 0]),
      ),
    );
  return scenario;
}

/** One contract for each kind of end. */
const KINDS: Record<string, () => Scenario> = {
  won,
  'one that two publications did not enter': () => entered(),
  'one that reached its level': () =>
    steady(steady(optionScenario().given(buyOption(ALICE, 'up', usdt(1_000), { takeProfit: P + 9 })), P, 3), P + 9, 3),
  'one of a stale index': () => {
    const scenario = steady(optionScenario().given(buyOption(ALICE, 'up')), P, 20);
    scenario.exchange.now += 80_000;
    return steady(scenario, P, 1);
  },
  'one whose sources fell silent, and that was settled behind publications': () => {
    const scenario = steady(optionScenario().given(buyOption(ALICE, 'up')), P, 20);
    const { exchange } = scenario;
    const { state, batches } = exchange;
    const onDraft = ({ batch }: { batch: Batch }) => batches.push(batch);
    // Takes prices before due settlements.
    const stepper = createStepper({ state, clock: () => exchange.now, onDraft });
    for (let second = 0; second < 45; second++)
      executeFully(stepper, shown(scenario, [null, [P + 5, 0], [P + 5, 0], [P + 5, 0]]));
    for (let second = 0; second < 3; second++) executeFully(stepper, publishPrice(scenario, P));
    return scenario;
  },
  'one that never began': () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up'));
    scenario.exchange.now += 20_000;
    return steady(scenario, P, 2);
  },
  'one that began beyond its level': () =>
    steady(optionScenario().given(buyOption(ALICE, 'up', usdt(1_000), { takeProfit: P + 1 })), P + 9, 3),
  'one that was taken back': () => {
    const scenario = optionScenario();
    return scenario.given(
      buyOption(ALICE, 'up', usdt(1_000), { startsAt: scenario.exchange.now + 60_000 }),
      cancelOption(ALICE, 1),
    );
  },
};

/** A certificate under rule 1, kept from when it was the only rule. */
const FIRST = path.resolve(__dirname, '../samples/certificate.json');
const SECOND = path.resolve(__dirname, '../samples/certificate-2.json');
const sampleOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Certificate;

test('keeps the sample certificates provable, each by its own rule only', async () => {
  if (process.env['WRITE_SAMPLES']) writeFileSync(SECOND, `${JSON.stringify((await certificates(entered()))[0])}\n`);
  const [first, second] = [FIRST, SECOND].map(sampleOf);
  expect([first.form, second.form]).toEqual(['second-contract/1', 'second-contract/2']);
  for (const sample of [first, second]) expect(faultOf(await verify(sample))).toBe('none');
  expect(faultOf(await verify({ ...first, form: second.form }))).toBe('form');
  expect(faultOf(await verify({ ...second, form: first.form }))).toBe('form');
});

test('proves every kind of end and names purchase and payment', async () => {
  const scenario = allOptions();
  const ends: string[] = [];
  for (const certificate of await certificates(scenario)) {
    const verdict = await verify(certificate);
    expect(faultOf(verdict)).toBe('none');
    if ('says' in verdict) {
      ends.push(verdict.says.result.end);
      expect(verdict.isOpen).toBe(false);
      expect(verdict.says.bought.stake).toBe(`${usdt(1_000)}`);
    }
  }
  expect(ends.sort()).toEqual(['cancelled', 'lost', 'stop_loss', 'take_profit', 'won']);
});

const PYTHON = spawnSync('python3', ['--version']).status === 0;
/** Runs the script once per file in one process. */
const EACH = `
import contextlib, io, json, runpy, sys
script, *files = sys.argv[1:]
words = []
for file in files:
    sys.argv, said, ended = [script, file], io.StringIO(), None
    with contextlib.redirect_stdout(said):
        try:
            runpy.run_path(script, run_name='__main__')
        except SystemExit as end:
            ended = end.code
        except Exception as fault:
            ended = f'{type(fault).__name__}: {fault}'
    words.append((ended or said.getvalue()).split(':')[0])
print(json.dumps(words))
`;

(PYTHON ? describe : describe.skip)('an independent verifier', () => {
  let directory = '';
  beforeAll(() => (directory = mkdtempSync(path.join(tmpdir(), 'certificate-'))));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  /** Runs many files at once; returns for each its first word, PROVED or REFUSED. */
  const found = (given: readonly unknown[]): string[] => {
    const files = given.map((certificate, number) => {
      const file = path.join(directory, `${number}.json`);
      writeFileSync(file, JSON.stringify(certificate));
      return file;
    });
    const script = path.resolve(__dirname, '../../docs/verify-certificate.py');
    const { stdout, stderr } = spawnSync('python3', ['-c', EACH, script, ...files], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return JSON.parse(stdout) as string[];
  };

  test('gives the same verdicts', async () => {
    const tied = steady(optionScenario().given(buyOption(ALICE, 'up')), P, 70);
    const all = [...(await certificates(allOptions())), ...(await certificates(tied)), sampleOf(FIRST)];
    const kinds = [...Object.values(KINDS), () => entered({ takeProfit: P + 90 })];
    for (const play of kinds) all.push(...(await certificates(play())));
    expect(new Set(found(all))).toEqual(new Set(['PROVED']));
    const [one] = all;
    const without = { ...one, lines: [...one.lines.slice(0, 1), ...one.lines.slice(2)] };
    expect(found([without])).toEqual(['REFUSED']);
  });

  test.each([
    ['rule 1', FIRST],
    ['rule 2', SECOND],
  ])('refuses any statement field changed, removed or added: %s', (_, file) => {
    const certificate = sampleOf(file);
    const { says } = certificate;
    const leaves = leavesOf(says).filter(([part, place]) => part !== 'publications' || Number(place) < 2);
    const forged = leaves.flatMap((leaf) =>
      [flipped, removed].map((change) => {
        const one = structuredClone(certificate);
        change(one.says, leaf);
        return one;
      }),
    );
    const added = [
      { ...certificate, says: { ...says, remark: 'x' } },
      { ...certificate, remark: 'x' },
    ];
    expect(forged.length).toBeGreaterThan(80);
    const results = found([...forged, ...added]);
    expect(results).toHaveLength(forged.length + 2);
    expect(new Set(results)).toEqual(new Set(['REFUSED']));
  });

  test.each([
    ['rule 1', FIRST],
    ['rule 2', SECOND],
  ])('refuses one changed byte in any line: %s', (_, file) => {
    const certificate = sampleOf(file);
    const forged = certificate.lines.slice(0, 12).flatMap((line, number) =>
      [0, Math.floor(line.length / 3), line.length - 3].map((at) => {
        const lines = [...certificate.lines];
        lines[number] = line.slice(0, at) + (line[at] === '7' ? '8' : '7') + line.slice(at + 1);
        return { ...certificate, lines };
      }),
    );
    expect(new Set(found(forged))).not.toContain('PROVED');
  });
});

test('contains a few batches only, and nothing of uninvolved users', async () => {
  const scenario = optionScenario().given(buyOption(ALICE, 'up'));
  for (let second = 0; second < 70; second++)
    scenario.given(publishPrice(scenario, P + 1), buyOption(BOB, 'down', usdt(1_000), { durationMs: 300_000 }));
  const [certificate] = await certificates(scenario);
  expect(faultOf(await verify(certificate))).toBe('none');
  expect(certificate.lines.length).toBeLessThanOrEqual(8);
});

test('proves the refund of a tie, a stale index and a missed entry', async () => {
  const tied = steady(optionScenario().given(buyOption(ALICE, 'up')), P, 70);
  const stale = steady(optionScenario().given(buyOption(ALICE, 'up')), P, 20);
  stale.exchange.now += 80_000;
  steady(stale, P, 1);
  const missed = optionScenario().given(buyOption(ALICE, 'up'));
  missed.exchange.now += 20_000;
  steady(missed, P, 2);
  const said = async (scenario: Scenario) => {
    const [certificate] = await certificates(scenario);
    const verdict = await verify(certificate);
    return 'says' in verdict ? [verdict.says.result.end, verdict.says.result.reason, verdict.isOpen] : verdict;
  };
  expect(await said(tied)).toEqual(['tie', undefined, false]);
  expect(await said(stale)).toEqual(['refunded', 'index_stale', false]);
  expect(await said(missed)).toEqual(['refunded', 'entry_missed', false]);
});

test('states that the last publication is provable only by the journal if none follows it', async () => {
  const scenario = steady(optionScenario().given(buyOption(ALICE, 'up')), P + 1, 60);
  scenario.exchange.now += 1_700;
  scenario.given(buyOption(BOB, 'up'));
  const [certificate] = await certificates(scenario);
  const verdict = await verify(certificate);
  expect('says' in verdict && [verdict.says.result.end, verdict.isOpen]).toEqual(['tie', true]);
});

test('refuses each field changed, removed or added', async () => {
  const [certificate] = await certificates(won());
  expect(faultOf(await verify(certificate))).toBe('none');
  let changed = 0;
  for (const path of leavesOf(certificate)) {
    for (const change of [flipped, removed]) {
      const forged = structuredClone(certificate);
      change(forged, path);
      changed++;
      expect([path.join('.'), faultOf(await verify(forged))]).not.toEqual([path.join('.'), 'none']);
    }
  }
  expect(changed).toBeGreaterThan(150);
  expect(faultOf(await verify({ ...certificate, remark: 'x' }))).toBe('form');
  for (const wrong of [null, 'certificate', 7, [], {}]) expect(faultOf(await verify(wrong))).toBe('form');
});

test('refuses any changed byte of a batch', async () => {
  const [certificate] = await certificates(won());
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 }), async (which, where, by) => {
      const lines = [...certificate.lines];
      const line = lines[which % lines.length];
      const at = where % line.length;
      const other = String.fromCharCode(32 + ((line.charCodeAt(at) - 32 + by) % 95));
      lines[which % lines.length] = line.slice(0, at) + other + line.slice(at + 1);
      expect(faultOf(await verify({ ...certificate, lines }))).not.toBe('none');
    }),
    { numRuns: 300 },
  );
});

describe('a forger who recomputes hashes', () => {
  type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** Rewrites and rehashes batches, relinks consecutive ones, and derives the statements from them. */
  async function forge(certificate: Certificate, change: (batch: Json) => Json | null): Promise<Verdict> {
    let before: { hash: string; last: number } | null = null;
    const lines: string[] = [];
    for (const line of certificate.lines) {
      const batch = change(JSON.parse(line.slice(line.indexOf('"batch":') + 8, -1)) as Json);
      if (!batch) continue;
      if (before?.last === batch.first - 1) batch.prev = before.hash;
      const text = JSON.stringify(batch);
      const hash = hashOf(batch.prev as string, text);
      before = { hash, last: batch.first + batch.events.length - 1 };
      lines.push(`{"hash":"${hash}","batch":${text}}`);
    }
    return verify({ ...certificate, says: await saidBy(lines, certificate), lines });
  }
  /** The statements derived from these lines, or the old ones if that fails. */
  async function saidBy(lines: string[], { contract, says }: Certificate): Promise<unknown> {
    try {
      return statementOf(await readBatches(lines, sha256), contract);
    } catch {
      return says;
    }
  }
  const inEvents = (type: string, change: (event: Json) => void) => (batch: Json) => {
    for (const event of batch.events) if (event.type === type) change(event);
    return batch;
  };
  const publishes = (batch: Json) => batch.events.some(({ type }: Json) => type === 'IndexPublished');

  test.each<[string, string, (batch: Json) => Json | null]>([
    ['pays less', 'payment', inEvents('OptionSettled', (event) => (event.paid = '1'))],
    ['moves less than it says', 'payment', inEvents('OptionSettled', (event) => event.entries.pop())],
    ['calls it lost', 'end', inEvents('OptionSettled', (event) => (event.end = 'lost'))],
    ['has another price end it', 'end', inEvents('OptionSettled', (event) => (event.price = P - 1))],
    ['begins it at another price', 'entry', inEvents('OptionEntered', (event) => (event.price = P + 1))],
    ['lets it end later', 'entry', inEvents('OptionEntered', (event) => (event.endsAt += 1_000))],
    ['changes the payout', 'payment', inEvents('OptionBought', (event) => (event.payoutPpb = 10_000_000))],
    ['turns it around', 'end', inEvents('OptionBought', (event) => (event.direction = 'down'))],
    ['lets another buy it', 'missing', inEvents('OptionBought', (event) => (event.user = 7))],
    [
      'lets staff settle it',
      'actor',
      (batch) => {
        if (batch.events.some(({ type }: Json) => type === 'OptionSettled')) batch.actor = 'admin/10000001';
        return batch;
      },
    ],
    [
      'lets staff publish',
      'actor',
      (batch) => ({ ...batch, ...(publishes(batch) ? { actor: 'admin/10000001' } : {}) }),
    ],
    ['publishes what no source showed', 'median', inEvents('IndexPublished', (event) => (event.prices[0][1] += 1))],
  ])('%s: refused as %s', async (_, fault, change) => {
    const [certificate] = await certificates(won());
    expect(faultOf(await forge(certificate, change))).toBe(fault);
  });

  /**
   * Fields that do not influence the outcome: the requester, positions and times of other lines, sources beside the
   * median, small shifts of source times, and a staleness limit not reached.
   */
  const OF_NO_MATTER = [
    ...['v', 'first', 'at', 'prev', 'actor', 'command.type'],
    ...['IndexSourceNamed.type', 'IndexSourceNamed.source', 'IndexSourceNamed.name', 'OptionBought.staleMs'],
    ...['IndexPublished.type', 'IndexPublished.prices.0.0', 'IndexPublished.prices.0.3'],
    ...[0, 1, 2, 3].flatMap((source) => [0, 1, 2].map((field) => `IndexPublished.prices.0.2.${source}.${field}`)),
  ];
  /** Terms not used in a refund. */
  const UNUSED_TERMS = ['direction', 'durationMs', 'fee', 'payoutPpb', 'sourcesMin', 'takeProfit'].map(
    (term) => `OptionBought.${term}`,
  );

  test.each(Object.entries(KINDS))(
    'changes one field of %s: refused unless it does not influence the outcome',
    async (_, play) => {
      const [certificate] = await certificates(play());
      expect(faultOf(await verify(certificate))).toBe('none');
      const { end } = certificate.says.result;
      const accepted = new Set<string>();
      for (const [number, line] of certificate.lines.entries()) {
        const original = JSON.parse(line.slice(line.indexOf('"batch":') + 8, -1)) as Json;
        for (const leaf of leavesOf(original)) {
          for (const change of [flipped, removed]) {
            let place = 0;
            const verdict = await forge(certificate, (batch) => {
              if (place++ === number) change(batch, leaf);
              return batch;
            });
            if ('refused' in verdict) continue;
            // If the publication after the end is gone, the verdict only says that the end is not proved by it.
            const isLast = number === certificate.lines.length - 1;
            if (verdict.isOpen && isLast) continue;
            expect(verdict.isOpen).toBe(false);
            const type = leaf[0] === 'events' ? (original.events as Json[])[Number(leaf[1])].type : '';
            accepted.add((type === '' ? leaf : [type, ...leaf.slice(2)]).join('.'));
          }
        }
      }
      const unused = end === 'won' || end === 'take_profit' ? [] : UNUSED_TERMS;
      expect([...accepted].filter((field) => ![...OF_NO_MATTER, ...unused].includes(field))).toEqual([]);
    },
  );

  test('omits any publication: refused', async () => {
    const scenario = optionScenario().given(buyOption(ALICE, 'up', usdt(1_000), { takeProfit: P + 9 }));
    steady(scenario, P + 1, 65);
    const [certificate] = await certificates(scenario);
    const shown = certificate.says.publications.map(({ position }) => position);
    expect(shown.length).toBeGreaterThan(50);
    const ofWhich = async (position: number) =>
      faultOf(await forge(certificate, (batch) => (batch.first + batch.events.length - 1 === position ? null : batch)));
    const faults = [];
    for (const position of shown.slice(0, -1)) faults.push(await ofWhich(position));
    expect(new Set(faults)).not.toContain('none');
    // Omitting the one after the end makes nothing false, only unproved.
    expect(await ofWhich(shown.at(-1)!)).toBe('none');
  });

  test('cancels a contract too late: refused', async () => {
    const scenario = optionScenario();
    scenario.given(
      buyOption(ALICE, 'up', usdt(1_000), { startsAt: scenario.exchange.now + 60_000 }),
      cancelOption(ALICE, 1),
    );
    const [certificate] = await certificates(scenario);
    expect(faultOf(await verify(certificate))).toBe('none');
    const { from, startsAt } = certificate.says.bought;
    expect(startsAt).toBeLessThan(from);
    const late = inEvents('OptionBought', (event) => {
      event.startsAt = certificate.says.result.at + 5_000;
      event.from = event.startsAt + 500;
    });
    expect(faultOf(await forge(certificate, late))).toBe('end');
  });
});

type Path = (string | number)[];
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}
function parentOf(root: unknown, path: Path): Record<string | number, unknown> {
  return path.slice(0, -1).reduce((one, key) => (one as Record<string | number, unknown>)[key], root) as Record<
    string | number,
    unknown
  >;
}
function flipped(root: unknown, path: Path): void {
  const parent = parentOf(root, path);
  const key = path[path.length - 1];
  const value = parent[key];
  if (typeof value === 'number') parent[key] = value + 1;
  else if (typeof value === 'string') parent[key] = /^\d+$/.test(value) ? `${BigInt(value) + 1n}` : `${value} `;
  else parent[key] = value === null ? 0 : null;
}
function removed(root: unknown, path: Path): void {
  const parent = parentOf(root, path);
  const key = path[path.length - 1];
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}
