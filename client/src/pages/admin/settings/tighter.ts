import { isAbove } from '../../../shared/lib/numbers/exact';

/** Whether a number that is being entered is no more than another; neither is yet where one is missing. */
export function isAtMost(entered: string | undefined, limit: string | undefined): boolean {
  return Boolean(entered) && Boolean(limit) && !isAbove(entered ?? '', limit ?? '');
}
