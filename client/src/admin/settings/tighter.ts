import { isAbove } from '../../kit/lib/numbers/exact';

/** True if both values are present and the entered one is at most the limit. */
export function isAtMost(value: string | undefined, limit: string | undefined): boolean {
  return Boolean(value) && Boolean(limit) && !isAbove(value ?? '', limit ?? '');
}
