/** Converts a stored value to its row type. */
import { safeNumber } from '../../../platform/database/integers';
import type { ColumnKind } from './table';

/** @throws for an integer that a number cannot represent exactly */
export function readAs(value: unknown, field: string, kind: ColumnKind | undefined): unknown {
  if (typeof value === 'bigint') return kind === 'amount' ? value : safeNumber(value, field);
  return kind === 'total' && typeof value === 'string' ? BigInt(value) : value;
}
