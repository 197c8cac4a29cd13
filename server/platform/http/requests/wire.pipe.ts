/** Validates one part of a request against its schema and reports every fault. */
import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { fieldCodeOf, isFieldCode } from '../../../../shared/wire/fields';
import { requestInvalid, type FieldFault } from '../../errors/refusal';
import { FormFields } from './form-fields';

/** Maximum number of faults per answer; a request with more is no accident. */
const FAULTS_MAX = 20;
const PATH_LENGTH_MAX = 100;

/** Zod compiles a strict object on first use, so one pipe is created per route. */
export class WirePipe<T extends z.ZodObject> implements PipeTransform<unknown, z.infer<T>> {
  private readonly numbers: readonly string[];

  constructor(private readonly schema: T) {
    this.numbers = Object.keys(schema.shape).filter((field) => isNumber(schema.shape[field] as z.ZodType));
  }

  transform(value: unknown): z.infer<T> {
    const parsed = this.schema.safeParse(this.withNumbers(value ?? {}), { error: fieldCodeOf });
    if (parsed.success) return parsed.data;
    throw requestInvalid(parsed.error.issues.flatMap(faultsOf).slice(0, FAULTS_MAX));
  }

  /** Forms and query strings contain text only: digits become numbers where the schema expects them. JSON stays unchanged. */
  private withNumbers(value: unknown): unknown {
    if (this.numbers.length === 0 || !(value instanceof FormFields)) return value;
    const fields: Record<string, unknown> = { ...value };
    for (const field of this.numbers) {
      const text = fields[field];
      if (typeof text === 'string' && /^(0|[1-9]\d{0,15})$/.test(text)) fields[field] = Number(text);
    }
    return fields;
  }
}

function isNumber(schema: z.ZodType): boolean {
  const { def } = schema as unknown as { def: { type: string; innerType?: z.ZodType } };
  if (def.type === 'optional' || def.type === 'default') return isNumber(def.innerType as z.ZodType);
  return def.type === 'number';
}

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  const path = issue.path.map(String).join('.');
  const code = isFieldCode(issue.message) ? issue.message : 'format';
  if (issue.code !== 'unrecognized_keys') return [{ path: path.slice(0, PATH_LENGTH_MAX), code }];
  const prefix = path === '' ? '' : `${path}.`;
  return issue.keys.slice(0, FAULTS_MAX).map((key) => ({ path: (prefix + key).slice(0, PATH_LENGTH_MAX), code }));
}
