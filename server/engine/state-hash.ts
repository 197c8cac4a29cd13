/** SHA-256 over the canonical lines of a state: equal for equal states, whatever journal or grouping led to them. */
import { createHash } from 'node:crypto';
import { type Core } from '../core/core';
import { EXCHANGE_CORE } from '../products/core';
import type { CoreState } from '../core/state';

const CHUNK_CHARS = 1 << 20;

/** Hex digest of the state; walks it once. */
export function stateHash(state: CoreState, core: Pick<Core, 'canonicalLines'> = EXCHANGE_CORE): string {
  const hash = createHash('sha256');
  for (const chunk of chunked(core.canonicalLines(state))) hash.update(chunk);
  return hash.digest('hex');
}

/** Joins lines, each with its line feed, into pieces large enough for a system call. */
export function* chunked(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line + '\n';
    if (chunk.length >= CHUNK_CHARS) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}
