/**
 * Old events are a contract: a changed shape gets a new version, and events stored in the old one are upgraded here
 * when read. One row per event kind and old version, each with a stored sample as its test (`test/samples`). The stored
 * bytes do not change, so hashes always cover the text, never the upgraded events.
 */
import { BATCH_VERSION, CodecError, type Codec, type PlainEvent } from '../core/codec';
import { decodeBatch, decodePlain } from '../products/core';
import type { Batch } from '../core/event';
import type { StoredText } from './port';

type Upcaster = (event: PlainEvent) => PlainEvent;

/**
 * Keyed `<type>/<old version>`, upgraded to the next version; a kind without a row did not change with that version.
 */
export const UPCASTERS: Readonly<Record<string, Upcaster>> = {
  // Every market was a spot market.
  'MarketListed/1': ({ type, ...terms }) => ({ type, product: 'spot', ...terms }),
  // The amount paid was only in the entries.
  'TradeExecuted/1': (trade) => ({ ...trade, notional: paidAmountOf(trade) }),
};

function paidAmountOf({ entries }: PlainEvent): string {
  const payment = (entries as { kind: string; amount: string }[]).find(({ kind }) => kind === 'trade_quote');
  if (!payment) throw new CodecError('a trade without its payment');
  return payment.amount;
}

/** Converts an event of `version` to its current form. */
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

/** Decodes a batch and its link from the journal's text, in any version. */
export function readBatch(text: string, decode: Codec['decodeBatch'] = decodeBatch): { batch: Batch; prev: string } {
  return decode(text, upcast);
}

/** The same for a reader's stored text, parsed once; any other use of `plain` must come before. */
export function readStoredBatch({ text, plain }: Pick<StoredText, 'text' | 'plain'>): Batch {
  return (plain === undefined ? decodeBatch(text, upcast) : decodePlain(plain, upcast)).batch;
}
