import { bankNumberOf } from '../../../../../../shared/products/wallet/rules/bank-reference';
import type { RechargeRecord } from '../../../../../../shared/products/wallet/wire';
import { useTexts } from '../../../../shared/i18n/use-texts';

/** How it came: over which network, or by bank transfer; null for what the exchange itself credited. */
export function useRechargeWay(): (record: Pick<RechargeRecord, 'chainName' | 'reference'>) => string | null {
  const { say } = useTexts();
  return ({ chainName, reference }) =>
    chainName ?? (bankNumberOf(reference) === null ? null : say('wallet.bank.transfer'));
}
