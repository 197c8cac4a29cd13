/** Buttons for common amounts, and the available balance. */
import { Link } from 'react-router';
import { useTexts } from '../../../i18n/use-texts';
import { typedOf, type Typed } from '../../../lib/numbers/typed';
import { Amount } from '../../../ui/figures/amount';
import formStyles from './order-form.module.css';
import styles from './quick.module.css';

interface QuickAmountsProps {
  label: string;
  amounts: readonly string[];
  /** Maximum amount and its label. */
  maxAmount: string;
  maxLabel: string;
  onChoose: (amount: Typed) => void;
}

export function QuickAmounts({ label, amounts, maxAmount, maxLabel, onChoose }: QuickAmountsProps) {
  const { numbers } = useTexts();
  return (
    <div className={styles.quick} role="group" aria-label={label}>
      {amounts.map((amount) => (
        <button key={amount} type="button" onClick={() => onChoose(typedOf(amount))}>
          {numbers.exact(amount)}
        </button>
      ))}
      <button type="button" onClick={() => onChoose(typedOf(maxAmount))}>
        {maxLabel}
      </button>
    </div>
  );
}

interface FundsProps {
  label: string;
  /** Null while unknown. */
  available: string | null;
  asset: string;
  /** Account of the balance; a link leads to a transfer into it. */
  account: 'financial' | 'option';
}

export function Funds({ label, available, asset, account }: FundsProps) {
  const { t } = useTexts();
  return (
    <p className={formStyles.line}>
      <span>{label}</span>
      <b>
        {available === null ? '–' : <Amount amount={available} asset={asset} />} {asset}{' '}
        <Link
          className={styles.transfer}
          to={`/accountSet/transfer?from=spot&to=${account}&asset=${encodeURIComponent(asset)}`}
        >
          {t('wallet.menu.transfer')}
        </Link>
      </b>
    </p>
  );
}
