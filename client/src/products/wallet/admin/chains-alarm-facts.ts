/** Facts of a chain alarm, as far as they can be shown. */
import { decimalOf } from '../../../../../shared/rules/units';
import type { ChainAlarm } from '../../../../../shared/products/wallet/chains';

export interface AlarmFacts {
  /** User id of the payment's owner. */
  user: string | null;
  asset: string | null;
  /** Decimal; null if the asset's scale is unknown. */
  amount: string | null;
  /** Decimal part of the amount that was frozen at once; null if none. */
  frozen: string | null;
  address: string | null;
  /** Reason of the refusal. */
  code: string | null;
  /** Blocks that are read again. */
  blocks: { from: string; to: string } | null;
  /** Data of the second node that differs from the deposit. */
  differingData: string | null;
  /** Expected and actual answer of the node. */
  node: { fact: string; expected: string; found: string } | null;
}

/** `scaleOf` returns the decimal places of a listed asset. */
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
  // The amount of an unlisted coin is in the chain's own units.
  const scale = asset === null || code === 'asset.unknown' ? undefined : scaleOf(asset);
  const toDecimal = (units: string | undefined): string | null =>
    units === undefined || scale === undefined ? null : decimalOf(BigInt(units), scale);
  return {
    user,
    asset,
    amount: toDecimal(amount),
    frozen: frozen === '0' ? null : toDecimal(frozen),
    address,
    code,
    // The blocks were reported from the top downwards.
    blocks: from === undefined || to === undefined ? null : { from: to, to: from },
    differingData: other,
    node: fact === undefined || expected === undefined || found === undefined ? null : { fact, expected, found },
  };
}
