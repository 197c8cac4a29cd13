import * as fs from 'node:fs';
import * as path from 'node:path';
import { BATCH_VERSION, CodecError, type PlainEvent } from '../core/codec';
import { ChainError, exportLine, genesis, seal, splitLine, verifyLines } from './seal';
import { upcast } from './upcast';

const LINES = fs.readFileSync(path.join(__dirname, '../../test/samples/batches.jsonl'), 'utf8').trim().split('\n');
const CORE = 'samples';

describe('the chain', () => {
  test('begins with the hash of the core’s name', () => {
    // `printf samples | sha256sum`
    expect(genesis(CORE)).toBe('24baa7a731ce04b431af93d94cba8e0160a0e6a4607edc2d70c595dd098e56cf');
  });

  test('ASVS 1.5.2, 11.4.3: verifies over stored lines, exported or embedded', () => {
    const events = LINES.flatMap((line) => (JSON.parse(line) as { batch: { events: unknown[] } }).batch.events);
    const head = { position: events.length - 1, hash: splitLine(LINES[LINES.length - 1])?.hash };
    expect(verifyLines(LINES, CORE)).toEqual(head);
    const embedded = LINES.map((line) => line.replace('","batch"', '","group":7,"place":0,"count":1,"batch"'));
    expect(verifyLines(embedded, CORE)).toEqual(head);
  });

  test.each([
    ['a changed amount', 6, (line: string) => line.replace('"amount":"5', '"amount":"6')],
    ['another line in its place', 3, () => LINES[4]],
    ['something else than a line', 2, () => '{"hash":"00","batch":{}}'],
  ])('names the line of %s', (_what, at, change) => {
    const lines = LINES.map((line, index) => (index === at ? change(line) : line));
    expect(() => verifyLines(lines, CORE)).toThrow(ChainError);
    expect(() => verifyLines(lines, CORE)).toThrow(`line ${at + 1},`);
  });

  test('breaks one line later at a changed line with a recomputed hash', () => {
    const { bytes } = splitLine(LINES[0]) as { bytes: string };
    const body = bytes.slice(0, bytes.lastIndexOf(',"prev"')).replace('"scale":8', '"scale":6');
    const forged = seal(genesis(CORE), body);
    expect(() => verifyLines([exportLine(forged.hash, forged.bytes), ...LINES.slice(1)], CORE)).toThrow('line 2,');
  });

  test('does not begin with another core’s name', () => {
    expect(() => verifyLines(LINES, 'another')).toThrow('line 1, after position -1');
  });
});

describe('older versions', () => {
  const event: PlainEvent = { type: 'MemberVerified', user: 1 };

  test.each([0, BATCH_VERSION + 1, 1.5, undefined, '1'])('%p is rejected, with the known versions', (version) => {
    expect(() => upcast(version, event)).toThrow(CodecError);
    expect(() => upcast(version, event)).toThrow(`reads versions 1 to ${BATCH_VERSION}`);
  });

  test('an event of the current version is unchanged', () => {
    expect(upcast(BATCH_VERSION, event)).toBe(event);
  });
});
