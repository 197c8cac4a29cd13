/** Of an amount that is typed: some to choose with one press, and what there is to pay with. */
import { Link } from 'react-router';
import { useTexts } from '../../../shared/i18n/use-texts';
import { typedOf, type Typed } from '../../../shared/lib/numbers/typed';
import { Amount } from '../../../shared/ui/figures/amount';
import formStyles from './order-form.module.css';
import styles from './quick.module.css';

interface QuickAmountsProps {
  label: string;
  amounts: readonly string[];
  /** All that can be, and what that is called. */
  most: string;
  mostName: string;
  onChoose: (amount: Typed) => void;
}

export function QuickAmounts({ label, amounts, most, mostName, onChoose }: QuickAmountsProps) {
  const { numbers } = useTexts();
  return (
    <div className={styles.quick} role="group" aria-label={label}>
      {amounts.map((amount) => (
        <button key={amount} type="button" onClick={() => onChoose(typedOf(amount))}>
          {numbers.exact(amount)}
        </button>
      ))}
      <button type="button" onClick={() => onChoose(typedOf(most))}>
        {mostName}
      </button>
    </div>
  );
}

interface FundsProps {
  label: string;
  /** Null: not known yet. */
  available: string | null;
  asset: string;
  /** The account that it is in, to which more can be moved. */
  account: 'financial' | 'option';
}

export function Funds({ label, available, asset, account }: FundsProps) {
  const { say } = useTexts();
  return (
    <p className={formStyles.line}>
      <span>{label}</span>
      <b>
        {available === null ? '–' : <Amount of={available} asset={asset} />} {asset}{' '}
        <Link
          className={styles.transfer}
          to={`/accountSet/transfer?from=spot&to=${account}&asset=${encodeURIComponent(asset)}`}
        >
          {say('wallet.menu.transfer')}
        </Link>
      </b>
    </p>
  );
}
