/**
 * Endpoints whose requests are core commands: `submits(ROUTES.setLeverage, ({ user, request: { leverage } }) => ({
 * type: 'SetLeverage', … }))`.
 */
import type { Type } from '@nestjs/common';
import type { Route } from '../../../../shared/wire/route';
import type { Command } from '../../../core/command';
import type { MarketDecimals } from '../../../core/market/market-decimals';
import type { ReferenceData } from '../../../engine/port';
import { CommandOf, type AnswerOf, type RouteMessage } from '../../../platform/http/route-messages';
import { REFERENCE } from '../../../platform/tokens';
import { AssetTerms } from '../asset-terms.queries';
import { messageHandler } from './handlers';
import { answerOf, Submitter } from './submitter';

interface ConversionContext {
  reference: ReferenceData;
  assets: AssetTerms;
}
/** `market` gives the units of a refusal's facts. */
type ConvertedCommand = Command | { command: Command; market: MarketDecimals };

/** @param idField the answer's field for the id that the command created */
export function commandHandler<const R extends Route>(
  route: R,
  commandOf: (message: RouteMessage<R>, context: ConversionContext) => ConvertedCommand | Promise<ConvertedCommand>,
  idField?: keyof AnswerOf<R> & string,
): Type<unknown> {
  class Submitting extends CommandOf(route as Route) {}
  Object.defineProperty(Submitting, 'name', { value: route.path });
  return messageHandler(
    Submitting,
    [Submitter, REFERENCE, AssetTerms],
    async (message, submitter, reference, assets) => {
      const converted = await commandOf(message as RouteMessage<R>, { reference, assets });
      const { command, market } = 'command' in converted ? converted : { command: converted, market: undefined };
      const { clientId } = message.request as { clientId: string };
      const accepted = await submitter.submit({ actor: `user/${message.user}`, clientId, command }, market);
      return { ...answerOf(accepted), ...(idField === undefined ? {} : { [idField]: String(accepted.id) }) };
    },
  );
}
