/** Endpoints whose requests are commands of the core: `submits(ROUTES.setLeverage, ({ user, request: { leverage } }) => ({ type: 'SetLeverage', … }))`. */
import type { Type } from '@nestjs/common';
import type { Route } from '../../../../shared/wire/route';
import type { Command } from '../../../core/command';
import type { MarketSteps } from '../../../core/market/steps';
import type { Reference } from '../../../engine/port';
import { CommandOf, type AnswerOf, type RouteMessage } from '../../../platform/http/route-messages';
import { REFERENCE } from '../../../platform/tokens';
import { AssetTerms } from '../asset-terms.queries';
import { handles } from './handles';
import { answerOf, Submitter } from './submitter';

interface Known {
  reference: Reference;
  assets: AssetTerms;
}
/** `market` says in which steps the facts of a refusal are counted. */
type Asked = Command | { command: Command; market: MarketSteps };

/** @param made the field of the answer for the number of what the command made */
export function submits<const R extends Route>(
  route: R,
  commandOf: (message: RouteMessage<R>, known: Known) => Asked | Promise<Asked>,
  made?: keyof AnswerOf<R> & string,
): Type<unknown> {
  class Submitting extends CommandOf(route as Route) {}
  Object.defineProperty(Submitting, 'name', { value: route.path });
  return handles(Submitting, [Submitter, REFERENCE, AssetTerms], async (message, submitter, reference, assets) => {
    const asked = await commandOf(message as RouteMessage<R>, { reference, assets });
    const { command, market } = 'command' in asked ? asked : { command: asked, market: undefined };
    const { clientId } = message.request as { clientId: string };
    const accepted = await submitter.submit({ actor: `user/${message.user}`, clientId, command }, market);
    return { ...answerOf(accepted), ...(made === undefined ? {} : { [made]: String(accepted.id) }) };
  });
}
