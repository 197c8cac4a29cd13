/** The published schema of the journal matches the codec's output for every event. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { BATCH_VERSION } from '../core/codec';
import { EVENT_FIELDS } from '../products/core';
import { batchSchema } from './event-schema';
import { splitLine } from './seal';

const ROOT = path.join(__dirname, '../..');
const SAMPLES = path.join(ROOT, 'test/samples');

interface Sample {
  v: number;
  events: { type: string }[];
}

function published(version: number): object {
  const file = path.join(ROOT, `docs/events/v${version}.schema.json`);
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run --silent docs:events > ${path.basename(file)}`);
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}

function validatorOf(version: number): ValidateFunction {
  return new Ajv2020({ strict: true, allErrors: true }).compile(published(version));
}

function samplesIn(name: string): Sample[] {
  const lines = readFileSync(path.join(SAMPLES, name), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(splitLine(line)?.bytes ?? line) as Sample);
}

test('the published schema of the current version equals the one generated from the rows', () => {
  expect(published(BATCH_VERSION)).toEqual(JSON.parse(JSON.stringify(batchSchema())));
});

test.each(readdirSync(SAMPLES).filter((name) => name.endsWith('.jsonl')))(
  'every stored sample is valid: %s',
  (name) => {
    const validators = new Map<number, ValidateFunction>();
    for (const sample of samplesIn(name)) {
      const validate = validators.get(sample.v) ?? validatorOf(sample.v);
      validators.set(sample.v, validate);
      expect([validate(sample), validate.errors]).toEqual([true, null]);
    }
  },
);

describe('each kind of event', () => {
  const samples = samplesIn('batches.jsonl').filter(({ v }) => v === BATCH_VERSION);
  const validate = validatorOf(BATCH_VERSION);
  const sampleOf = (type: string): Sample => {
    const batch = samples.find(({ events }) => events.some((event) => event.type === type));
    if (!batch) throw new Error(`test/samples/batches.jsonl has no ${type}`);
    return structuredClone(batch);
  };
  const changed = (type: string, change: (event: Record<string, unknown>) => void): Sample => {
    const batch = sampleOf(type);
    change(batch.events.find((event) => event.type === type) as Record<string, unknown>);
    return batch;
  };

  test.each(Object.entries(EVENT_FIELDS))('%s is described and accepts nothing else', (type, fields) => {
    expect(validate(sampleOf(type))).toBe(true);
    expect(validate(changed(type, (event) => (event['unheardOf'] = 1)))).toBe(false);
    for (const [field, { code, presence }] of Object.entries(fields)) {
      expect(validate(changed(type, (event) => (event[field] = { of: 'another shape' })))).toBe(false);
      expect(validate(changed(type, (event) => delete event[field]))).toBe(presence === 'optional');
      if (code.startsWith('amount')) expect(validate(changed(type, (event) => (event[field] = '0x1')))).toBe(false);
    }
  });

  test('that is not in the table is rejected', () => {
    expect(validate(changed('MemberVerified', (event) => (event['type'] = 'MemberForgotten')))).toBe(false);
  });
});
