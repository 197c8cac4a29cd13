/** What an alarm of a chain says of itself, as far as it can be told in words and figures. */
import { decimalOf } from '../../../../../shared/rules/units';
import type { ChainAlarm } from '../../../../../shared/products/wallet/chains';

export interface AlarmFacts {
  /** Of the user whose payment it is. */
  user: string | null;
  asset: string | null;
  /** A decimal; null where the digits of the asset are not known. */
  amount: string | null;
  /** A decimal: what of it was frozen at once; null where nothing is. */
  frozen: string | null;
  address: string | null;
  /** Why it was refused. */
  code: string | null;
  /** The blocks that are read again. */
  blocks: { from: string; to: string } | null;
  /** What the second node shows in place of a deposit. */
  shown: string | null;
  /** What its node says in place of what was expected. */
  node: { fact: string; expected: string; found: string } | null;
}

/** `scaleOf`: the digits of an asset that is listed. */
export function alarmFacts(
  { facts }: Pick<ChainAlarm, 'facts'>,
  scaleOf: (asset: string) => number | undefined,
): AlarmFacts {
  const {
    user = null,
    asset = null,
    address = null,
    code = null,
    amount,
    frozen,
    from,
    to,
    fact,
    expected,
    found,
    shown: other = null,
  } = facts;
  // Of a coin that is not listed the amount is in the chain's own units.
  const scale = asset === null || code === 'asset.unknown' ? undefined : scaleOf(asset);
  const shown = (units: string | undefined): string | null =>
    units === undefined || scale === undefined ? null : decimalOf(BigInt(units), scale);
  return {
    user,
    asset,
    amount: shown(amount),
    frozen: frozen === '0' ? null : shown(frozen),
    address,
    code,
    // Told from the top downwards.
    blocks: from === undefined || to === undefined ? null : { from: to, to: from },
    shown: other,
    node: fact === undefined || expected === undefined || found === undefined ? null : { fact, expected, found },
  };
}
