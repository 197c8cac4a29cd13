/** Converts requests about second contracts to commands. */
import { decimalOf } from '../../../../shared/rules/units';
import { OPTION_ROUTES as ROUTES } from '../../../../shared/products/option/wire';
import type * as Core from '../core/commands';
import { Refusal } from '../../../platform/errors/refusal';
import { amountOf, idOf, ticksOf } from '../../../features/shared/orders/convert';
import { commandHandler } from '../../../features/shared/endpoints/command-handler';

export const BuySecondContract = commandHandler(
  ROUTES.buy,
  ({ user, request }, { reference }) => {
    const { symbol, direction, durationMs, startsAt, takeProfit, stopLoss } = request;
    const terms = reference.optionOf(symbol);
    if (!terms) throw new Refusal('option.unknown');
    const tick = decimalOf(1n, terms.decimals);
    const stake = amountOf(request.stake, reference.scaleOf(terms.asset) ?? 0, terms.asset);
    const command: Core.BuyOption = { type: 'BuyOption', user, symbol, direction, stake, durationMs };
    // Absent fields stay absent: the fingerprint of a retry must equal that of the first try.
    if (startsAt !== undefined) command.startsAt = startsAt;
    if (takeProfit !== undefined) command.takeProfit = ticksOf(takeProfit, tick, 'option.levels.invalid');
    if (stopLoss !== undefined) command.stopLoss = ticksOf(stopLoss, tick, 'option.levels.invalid');
    return command;
  },
  'contract',
);

export const CancelSecondContract = commandHandler(ROUTES.cancel, ({ user, request: { contract } }) => {
  return { type: 'CancelOption', user, contract: idOf(contract) };
});

export const LimitOwnStakes = commandHandler(
  ROUTES.setLimit,
  async ({ user, request: { asset, amount } }, { assets }): Promise<Core.SetOptionLimit> => {
    const { scale } = await assets.get(asset);
    const limit = amount === null ? {} : { amount: amountOf(amount, scale, asset) };
    return { type: 'SetOptionLimit', user, asset, ...limit };
  },
);
