/** A request that a route's schema accepts. */
import type { ZodObject, ZodType } from 'zod';
import { reasonString } from '../../../shared/rules/staff-reasons';

const DIGEST = '0'.repeat(64);
/** A field gets the first of these values that it accepts. */
const VALUES: readonly unknown[] = [
  ...['BTC-USDT', 'BTC', '1', '0.5', 'sample', 'sample-1', DIGEST, 'https://sample.example', 'sample@test.example'],
  ...[1, 2, 20, 60_000, 3_600_000, 10_000_001, 1_900_000_000_000, true],
  reasonString({ id: 'deposit_elsewhere', added: '' }),
];

export function sampleOf(body: ZodObject): Record<string, unknown> {
  const fields = Object.entries(body.shape).map(([name, schema]) => [name, valueFor(schema as ZodType)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

interface Def {
  type: string;
  innerType: ZodType;
  element: ZodType;
  options: readonly ZodType[];
  entries: Record<string, unknown>;
  values: readonly unknown[];
}

function valueFor(schema: ZodType): unknown {
  if (schema.safeParse(undefined).success) return undefined;
  const def = schema.def as unknown as Def;
  switch (def.type) {
    case 'nullable':
      return null;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return valueFor(def.options[0]);
    case 'object':
      return sampleOf(schema as ZodObject);
    case 'array':
      return [valueFor(def.element)];
    case 'record':
      return {};
    default:
      return VALUES.find((value) => schema.safeParse(value).success);
  }
}
