/** A user's quote and small balances from the engine's state; lists and the desk from the views. */
import { CONVERT_STAFF_ROUTES } from '../../../../shared/products/convert/staff';
import { CONVERT_ROUTES } from '../../../../shared/products/convert/wire';
import { minimumReceived, QUOTE_VALID_MS } from '../../../../shared/products/convert/rules/quote';
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { ListFileOf, PagesOf, recordList } from '../../../features/shared/endpoints/list';
import { LiveReader } from '../../../features/shared/endpoints/live-reader';
import { Submitter } from '../../../features/shared/endpoints/submitter';
import { CLOCK, COMMAND_PORT, REFERENCE } from '../../../platform/tokens';
import type { ConvertCoin } from '../core/commands';
import { dustPreviewFor } from '../live/dust';
import { CONVERSIONS } from '../stored/queries';
import { unitsIn } from './convert.handlers';
import { amountIn, conversionRecord, dustAdminRecord, dustRecord, legRecords } from './convert.records';

/** The same decision as the command, requested with the smallest possible minimum. */
export const Quote = queryHandler(
  CONVERT_ROUTES.quote,
  [Submitter, REFERENCE],
  async ({ user, request: { from, to, amount: requestedAmount } }, submitter, reference) => {
    const amount = unitsIn(reference, from, requestedAmount);
    const commandAt = (at: number): ConvertCoin => {
      return { type: 'ConvertCoin', user, from, to, amount, least: 1n, validUntil: at + QUOTE_VALID_MS };
    };
    const { command, events } = await submitter.simulate(user, commandAt);
    const converted = events.find((event) => event.type === 'Converted');
    if (!converted) throw new Error('a conversion without its event');
    const { spent, received, rest = 0n } = converted;
    return {
      ...{ from, to, amount: amountIn(reference, from, amount) },
      spent: amountIn(reference, from, spent),
      rest: amountIn(reference, from, amount - spent),
      received: amountIn(reference, to, received),
      least: amountIn(reference, to, minimumReceived(received)),
      validUntil: command.validUntil,
      legs: legRecords(events, reference),
      restUsdt: amountIn(reference, VALUE_ASSET, rest),
    };
  },
);

export const DustPreview = queryHandler(
  CONVERT_ROUTES.dustPreview,
  [COMMAND_PORT, REFERENCE],
  async ({ user }, port, reference) => {
    const { state, usedToday, coins } = await port.queryState(dustPreviewFor(user));
    return { state, usedToday, coins: coins.map((coin) => dustRecord(coin, reference)) };
  },
);

const COLUMNS = ['id', 'kind', 'from', 'to', 'spent', 'received', 'restUsdt', 'at'] as const;
const LIST = recordList(CONVERSIONS, { record: conversionRecord, columns: COLUMNS });

export const ConversionRecords = PagesOf(CONVERT_ROUTES.records, LIST);
export const ConversionFile = ListFileOf(
  CONVERT_ROUTES.export,
  () => 'conversions.csv',
  () => LIST,
);

export const DustAdmin = queryHandler(
  CONVERT_STAFF_ROUTES.dustDesk,
  [LiveReader, CLOCK],
  async ({ request: { minPosition } }, reader, clock) => dustAdminRecord(await reader.at(minPosition), clock()),
);
