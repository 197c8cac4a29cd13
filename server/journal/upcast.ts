/**
 * Old events are a contract: a changed shape gets a new version, and what was stored under the old one is brought up here,
 * when it is read. One row per event kind and the version it leaves behind, each with a stored sample as its test
 * (`test/samples`). The stored bytes stay as they are, so hashes are always taken of the text, never of what comes out here.
 */
import { BATCH_VERSION, CodecError, type Codec, type PlainEvent } from '../core/codec';
import { decodeBatch, decodePlain } from '../products/core';
import type { Batch } from '../core/event';
import type { StoredText } from './port';

type Upcaster = (event: PlainEvent) => PlainEvent;

/** Keyed `<type>/<version it brings up to the next>`; a kind without a row did not change with that version. */
export const UPCASTERS: Readonly<Record<string, Upcaster>> = {
  // Every market was a spot market.
  'MarketListed/1': ({ type, ...terms }) => ({ type, product: 'spot', ...terms }),
  // What changed hands stood in the entries alone.
  'TradeExecuted/1': (trade) => ({ ...trade, notional: paidIn(trade) }),
};

function paidIn({ entries }: PlainEvent): string {
  const paid = (entries as { kind: string; amount: string }[]).find(({ kind }) => kind === 'trade_quote');
  if (!paid) throw new CodecError('a trade without its payment');
  return paid.amount;
}

/** An event of `version` in its present form. */
export function upcast(version: unknown, event: PlainEvent, upcasters = UPCASTERS): PlainEvent {
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > BATCH_VERSION) {
    throw new CodecError(
      `batches of version ${String(version)} are unknown; this build reads versions 1 to ${BATCH_VERSION}`,
    );
  }
  let current = event;
  for (let from = version; from < BATCH_VERSION; from++) {
    current = upcasters[`${current.type}/${from}`]?.(current) ?? current;
  }
  return current;
}

/** A batch and its link from the text that the journal holds, whatever version it was written in. */
export function readBatch(text: string, decode: Codec['decodeBatch'] = decodeBatch): { batch: Batch; prev: string } {
  return decode(text, upcast);
}

/** The same of a stored text as a reader gives it, parsed once: whoever else reads `plain` does so before. */
export function readStoredBatch({ text, plain }: Pick<StoredText, 'text' | 'plain'>): Batch {
  return (plain === undefined ? decodeBatch(text, upcast) : decodePlain(plain, upcast)).batch;
}
