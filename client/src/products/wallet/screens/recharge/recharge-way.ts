import { bankNumberOf } from '../../../../../../shared/products/wallet/rules/bank-reference';
import type { RechargeRecord } from '../../../../../../shared/products/wallet/wire';
import { useTexts } from '../../../../kit/i18n/use-texts';

/** Network or bank transfer; null if the exchange itself credited it. */
export function useRechargeWay(): (record: Pick<RechargeRecord, 'chainName' | 'reference'>) => string | null {
  const { t } = useTexts();
  return ({ chainName, reference }) =>
    chainName ?? (bankNumberOf(reference) === null ? null : t('wallet.bank.transfer'));
}
