/** Batches in older shapes are exported and verified as stored text, whatever shape this build decodes them into. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { all } from '../../test/conformance/journal/suite';
import { FaultyFiles } from '../../test/tools/stores/faulty-files';
import { type PlainEvent } from '../core/codec';
import { decodeBatch, encodeBody } from '../products/core';
import { openEmbeddedJournal, type EmbeddedJournal } from './embedded/embedded-journal';
import { lineHead, segmentPath } from './embedded/segments/segment';
import { exportLines } from './export';
import { exportLine, genesis, seal, splitLine, verifyLines } from './seal';

const CORE = 'export';
const DIR = '/journal';

/** Two batches of a version with the old field name for an asset's scale, and one of a future version. */
const BODIES = [
  '{"v":0,"first":0,"at":1,"command":{"type":"ListAsset"},"actor":"system","events":[{"type":"AssetListed","asset":"BTC","digits":8,"withdrawalFee":"0","withdrawalMin":"1"}]',
  '{"v":0,"first":1,"at":2,"command":{"type":"RegisterMember"},"actor":"system","events":[{"type":"MemberRegistered","user":1},{"type":"MemberVerified","user":1}]',
  '{"v":99,"first":3,"at":3,"command":{"type":"Later"},"actor":"system","events":[{"type":"NotYetThought","of":"é"}]',
];

/** As stored by the journal of that time: its lines, and the same as export lines. */
const STORED = chain(BODIES);

function chain(bodies: readonly string[]): { hash: string; bytes: string }[] {
  let prev = genesis(CORE);
  return bodies.map((body) => {
    const sealed = seal(prev, body);
    prev = sealed.hash;
    return sealed;
  });
}

function open(stored: readonly { hash: string; bytes: string }[], core = CORE): Promise<EmbeddedJournal> {
  const files = FaultyFiles.empty();
  const lines = stored.map(({ hash, bytes }, index) => `${lineHead(hash, index + 1, 0, 1)}${bytes}}\n`);
  files.place(segmentPath(DIR, 0), Buffer.from(lines.join('')));
  return openEmbeddedJournal({ dir: DIR, core, files });
}

test('exports a stored batch byte for byte, although an upcaster changes its shape', async () => {
  const upcaster = (_version: unknown, { digits, ...event }: PlainEvent): PlainEvent =>
    digits === undefined ? event : { ...event, scale: digits };
  const { batch, prev } = decodeBatch(STORED[0].bytes, upcaster);
  expect(batch.events).toMatchObject([{ type: 'AssetListed', scale: 8 }]);
  expect(seal(prev, encodeBody(batch)).hash).not.toBe(STORED[0].hash);

  const journal = await open(STORED);
  const lines = await all(exportLines(journal, CORE));
  expect(lines).toEqual(STORED.map(({ hash, bytes }) => exportLine(hash, bytes)));
  expect(verifyLines(lines, CORE)).toEqual({ position: 3, hash: STORED[2].hash });
  expect(journal.head()).toEqual({ position: 3, hash: STORED[2].hash });
  expect(await all(exportLines(journal, CORE, 2))).toEqual(lines.slice(1));
  await journal.close();
});

test.each(['journal-before-numbered-recharges.jsonl', 'journal-before-freezes-ended-orders.jsonl'])(
  '%s of the first version is exported as written',
  async (name) => {
    const lines = readFileSync(path.join(__dirname, '../../test/samples', name), 'utf8')
      .trim()
      .split('\n');
    const stored = lines.map((line) => splitLine(line) as { hash: string; bytes: string });
    const journal = await open(stored, 'exchange');
    // The current shape differs: a market names its product.
    const listed = (await all(journal.read(0))).flatMap(({ batch }) => batch.events);
    expect(listed.find(({ type }) => type === 'MarketListed')).toMatchObject({ product: 'spot' });
    expect(stored.some(({ bytes }) => bytes.includes('"product"'))).toBe(false);
    const exported = await all(exportLines(journal, 'exchange'));
    expect(exported).toEqual(stored.map(({ hash, bytes }) => exportLine(hash, bytes)));
    expect(verifyLines(exported, 'exchange')).toEqual(journal.head());
    await journal.close();
  },
);

test.each<[string, string, (body: string) => string]>([
  [
    'a position that does not follow',
    'line 2, after position 0: the batch begins at position 2',
    (body) => body.replace('"first":1', '"first":2'),
  ],
  ['no events', 'line 2, after position 0: not a batch', (body) => body.replace(/"events":\[.*\]/, '"events":[]')],
])('does not export a chain over %s', async (_, message, change) => {
  const lines = chain([BODIES[0], change(BODIES[1]), BODIES[2]]).map(({ hash, bytes }) => exportLine(hash, bytes));
  expect(() => verifyLines(lines, CORE)).toThrow(message);
});

test('does not export another core’s journal, and names a broken link', async () => {
  const journal = await open(STORED);
  await expect(all(exportLines(journal, 'another'))).rejects.toThrow(
    'line 1, after position -1: the hash does not fit',
  );
  const texts = await all(journal.readStored(0));
  const cut = {
    ...journal,
    readStored: async function* () {
      yield texts[0];
      yield texts[2];
    },
  };
  await expect(all(exportLines(cut, CORE))).rejects.toThrow('line 2, after position 0: the hash does not fit');
  await journal.close();
});
