import type { CoinHindrance } from '../../api/coin-states';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import shared from './wallet.module.css';

const MORE = {
  'asset.deposits.suspended': 'wallet.recharge.suspended_text',
  'asset.withdrawals.suspended': 'wallet.withdrawal.suspended_text',
  'coin.under.maintenance': 'wallet.maintenance_text',
} as const;

/** What the state of the coin keeps from being done, and what becomes of what is under way. */
export function CoinNote({ hindrance }: { hindrance: CoinHindrance }) {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <p className={shared.warning} role="status">
      <b>{words('code', hindrance)}</b> {say(MORE[hindrance])}
    </p>
  );
}
