/** What lists and opens an exchange, as one takes it whose journal knows of staff. */
import type { CommandEnvelope } from '../../server/engine/port';
import { actorId } from '../../server/core/actor';
import { ADMIN, SECOND } from './core-fixture';

const TAKE_TWO: ReadonlySet<string> = new Set([
  'ListAsset',
  'ListMarket',
  'SetMarketState',
  'SetRechargeTerms',
  'VerifyMember',
]);

/** Two are named before, the second confirms what takes two, and credits come last: what two decide is so at once until then. */
export function byTwo(steps: readonly CommandEnvelope[]): CommandEnvelope[] {
  const named = [ADMIN, SECOND].flatMap((actor): CommandEnvelope[] => {
    const user = actorId(actor) ?? 0;
    return [
      { actor: 'registrar', command: { type: 'RegisterMember', user } },
      { actor: 'registrar', command: { type: 'NameStaff', user } },
    ];
  });
  let proposals = 0;
  const confirmed = steps.map(withTakerFee).flatMap((step): CommandEnvelope[] => {
    if (!TAKE_TWO.has(step.command.type)) return [step];
    return [step, { actor: SECOND, command: { type: 'ConfirmStaff', proposal: ++proposals } }];
  });
  const isCredit = ({ command }: CommandEnvelope): boolean => command.type === 'CreditRecharge';
  return [...named, ...confirmed.filter((step) => !isCredit(step)), ...confirmed.filter(isCredit)];
}

/** Where staff are known no market is listed in which takers pay nothing. */
function withTakerFee(step: CommandEnvelope): CommandEnvelope {
  const { command } = step;
  if (command.type !== 'ListMarket') return step;
  return { ...step, command: { ...command, takerFeesPpb: command.takerFeesPpb.map((fee) => Math.max(fee, 1)) } };
}
