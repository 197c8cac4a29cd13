import type { CoinBlock } from '../../api/coin-states';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import shared from './wallet.module.css';

const MORE = {
  'asset.deposits.suspended': 'wallet.recharge.suspended_text',
  'asset.withdrawals.suspended': 'wallet.withdrawal.suspended_text',
  'coin.under.maintenance': 'wallet.maintenance_text',
} as const;

/** Effect of the coin's state, and what happens to payments in progress. */
export function CoinNote({ hindrance: block }: { hindrance: CoinBlock }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <p className={shared.warning} role="status">
      <b>{serverText('code', block)}</b> {t(MORE[block])}
    </p>
  );
}
