/** Terms of small balances, and their funding. */
import { AMOUNT_MAX } from '../../../core/amounts';
import type { Decision } from '../../../core/decision';
import { houseAccount } from '../../../core/ledger/entry';
import { balanceOf } from '../../../core/ledger/ledger';
import { reject } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import { VALUE_ASSET } from '../../../../shared/rules/valuation';
import type { FundDust, SetDustTerms } from './commands';

export function decideSetDustTerms(view: CoreView, { state, dailyMax, reason }: SetDustTerms): Decision {
  const areTerms = dailyMax > 0n && dailyMax <= AMOUNT_MAX && ['open', 'closed'].includes(state);
  if (!view.assets.has(VALUE_ASSET) || !areTerms) return reject('convert.dust.terms.invalid');
  const { terms } = view.convert;
  if (terms?.state === state && terms.dailyMax === dailyMax) return reject('terms.unchanged');
  return [{ type: 'DustTermsSet', state, dailyMax, reason }];
}

/** Nothing of it is reserved: the owners, who sell the coins, may withdraw all of it. */
export function decideFundDust(view: CoreView, { asset, act, amount, reason }: FundDust): Decision {
  if (!view.assets.has(asset)) return reject('asset.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  if (act === 'fund' && asset !== VALUE_ASSET) return reject('convert.dust.coin.invalid', { asset });
  const [treasury, dust] = [houseAccount('treasury', asset), houseAccount('dust', asset)];
  const [debit, credit] = act === 'fund' ? [treasury, dust] : [dust, treasury];
  const free = balanceOf(view.ledger, debit);
  if (amount > free)
    return reject('balance.insufficient', { asset, required: `${amount}`, available: `${free > 0n ? free : 0n}` });
  const kind = act === 'fund' ? 'dust_fund' : 'dust_release';
  return [{ type: 'DustFunded', asset, act, amount, reason, entries: [{ kind, debit, credit, amount }] }];
}
