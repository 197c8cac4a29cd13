/** Terms of robots by market, and keys for starting one. */
import { actorId } from '../../../core/actor';
import { AMOUNT_MAX } from '../../../core/amounts';
import type { Context, Decision } from '../../../core/decision';
import { spotMarket } from '../../../core/market/listing';
import { broken, reject } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type { IssueRobotKey, RevokeRobotKey, SetRobotTerms } from './commands';

/** A robot's loss is measured by the index of its market, so the market needs one. */
export function decideSetRobotTerms(view: CoreView, command: SetRobotTerms): Decision {
  const { market, state, amountMin, userMax, reason } = command;
  if (!spotMarket(view, market)) return reject('market.unknown');
  if (!view.index.symbols.has(market)) return reject('index.symbol.unknown', { symbol: market });
  const areTerms = amountMin > 0n && userMax >= amountMin && userMax <= AMOUNT_MAX;
  if (!areTerms || !['open', 'closed'].includes(state)) return reject('robot.terms.invalid');
  const present = view.robots.terms.get(market);
  const isSame = present?.state === state && present.amountMin === amountMin && present.userMax === userMax;
  if (isSame) return reject('terms.unchanged');
  return [{ type: 'RobotTermsSet', market, state, amountMin, userMax, reason }];
}

/** The journal holds only a key's hash. Keys are random and long enough to resist a search. */
const HASH = /^[0-9a-f]{64}$/;

export function decideIssueRobotKey(
  view: CoreView,
  { user, hash, reason }: IssueRobotKey,
  { actor }: Context,
): Decision {
  if (!view.members.has(user)) return reject('account.unknown');
  if (!HASH.test(hash)) return reject('robot.terms.invalid');
  const by = actorId(actor) ?? broken('only people issue keys');
  return [{ type: 'RobotKeyIssued', user, key: view.robots.nextKey, hash, by, reason }];
}

export function decideRevokeRobotKey(view: CoreView, { user, reason }: RevokeRobotKey): Decision {
  if (!view.members.has(user)) return reject('account.unknown');
  const key = view.robots.keys.get(user);
  if (!key) return reject('robot.key.none');
  return [{ type: 'RobotKeyRevoked', user, key: key.number, reason }];
}
