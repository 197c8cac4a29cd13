/** Converts requests into commands of conversions, and their outcome into answers. */
import { CONVERT_ROUTES } from '../../../../shared/products/convert/wire';
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import type { Accepted, ReferenceData } from '../../../engine/port';
import { messageHandler } from '../../../features/shared/endpoints/handlers';
import { Reader } from '../../../features/shared/endpoints/reader';
import { answerOf, Submitter } from '../../../features/shared/endpoints/submitter';
import { amountOf } from '../../../features/shared/orders/convert';
import { Refusal } from '../../../platform/errors/refusal';
import { CommandOf } from '../../../platform/http/route-messages';
import { REFERENCE } from '../../../platform/tokens';
import type { ConvertCoin, ConvertDust } from '../core/commands';
import { conversionsOf } from '../stored/queries';
import type { ConversionRow } from '../stored/tables';
import { amountIn } from './convert.records';

/** Units of an amount in a request. Refuses `asset.unknown`. */
export function unitsIn(reference: ReferenceData, asset: string, amount: string): bigint {
  const scale = reference.scaleOf(asset);
  if (scale === undefined) throw new Refusal('asset.unknown');
  return amountOf(amount, scale, asset);
}

class AcceptQuote extends CommandOf(CONVERT_ROUTES.accept) {}

export const AcceptQuoteHandler = messageHandler(
  AcceptQuote,
  [Submitter, Reader, REFERENCE],
  async ({ user, request }, submitter, reader, reference) => {
    const { clientId, from, to, amount, least, validUntil } = request;
    const command: ConvertCoin = {
      ...{ type: 'ConvertCoin', user, from, to, validUntil },
      amount: unitsIn(reference, from, amount),
      least: unitsIn(reference, to, least),
    };
    const accepted = await submitter.submit({ actor: `user/${user}`, clientId, command });
    const row = (await rowsOf(reader, accepted, 1))?.[0];
    return {
      ...answerOf(accepted),
      conversionId: String(accepted.id),
      spent: row ? amountIn(reference, from, row.spent) : null,
      received: row ? amountIn(reference, to, row.received) : null,
    };
  },
);

class AcceptDust extends CommandOf(CONVERT_ROUTES.acceptDust) {}

export const AcceptDustHandler = messageHandler(
  AcceptDust,
  [Submitter, Reader, REFERENCE],
  async ({ user, request: { clientId, assets, least } }, submitter, reader, reference) => {
    const command: ConvertDust = {
      ...{ type: 'ConvertDust', user },
      coins: assets.map((asset) => ({ asset })),
      least: least === undefined ? undefined : unitsIn(reference, VALUE_ASSET, least),
    };
    const accepted = await submitter.submit({ actor: `user/${user}`, clientId, command });
    const rows = await rowsOf(reader, accepted, assets.length);
    const received = rows?.reduce((sum, row) => sum + row.received, 0n);
    return {
      ...answerOf(accepted),
      conversionId: String(accepted.id),
      received: received === undefined ? null : amountIn(reference, VALUE_ASSET, received),
    };
  },
);

/**
 * Rows of a command, also of a retry, which names the batch of the first time. Null while they cannot be read: the
 * command is done, so a fault of the read models must not look like its refusal.
 */
async function rowsOf(reader: Reader, { id, position }: Accepted, max: number): Promise<ConversionRow[] | null> {
  try {
    return await conversionsOf(await reader.at(position), id ?? 0, max);
  } catch {
    return null;
  }
}
