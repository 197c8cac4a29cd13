import { useState } from 'react';
import { termFrom } from '../../../../../shared/products/earn/rules/income';
import type { FinancialProduct } from '../../../../../shared/products/earn/wire';
import { useBuyFinancialMutation } from '../api/earn-api';
import { useOwnAmount } from '../api/earn-slice';
import { obstacleOf, useEarnWords } from '../api/earn-words';
import { financialIncome } from '../api/income';
import formStyles from '../../../entities/order/ticket/order-form.module.css';
import { useTexts } from '../../../shared/i18n/use-texts';
import { sumOf } from '../../../shared/lib/numbers/exact';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { useServerTime } from '../../../shared/stream/server-time';
import { EarnForm } from './earn-form';
import styles from './earn-form.module.css';

export function FinancialForm({ product }: { product: FinancialProduct }) {
  const { say } = useTexts();
  const how = useEarnWords();
  const now = useServerTime();
  const [renew, setRenew] = useState(false);
  const [buy] = useBuyFinancialMutation();
  const own = useOwnAmount('financial', product.product);
  const { asset, scale, termDays, annualRatePpb } = product;
  const { expiresAt } = termFrom(now, termDays);
  return (
    <EarnForm
      offer={{ ...product, obstacle: obstacleOf(product) }}
      own={own}
      choice={{ renew }}
      facts={(amount) => {
        const income = amount === null ? null : financialIncome(amount, annualRatePpb, termDays, scale);
        return [
          [say('earn.rate.annual'), how.percent(annualRatePpb)],
          [say('financial.projected'), income === null ? '–' : how.money(income, asset)],
          [
            say('financial.total'),
            amount === null || income === null ? '–' : how.money(sumOf([amount, income]), asset),
          ],
          [say('earn.expires_at'), dateAndTime(expiresAt)],
        ];
      }}
      terms={[say('financial.rule.cancel'), say('financial.rule.leave')]}
      send={(amount, clientId) => buy({ clientId, product: product.product, amount, renew })}
    >
      <div className={styles.check}>
        <label className={formStyles.check}>
          <input type="checkbox" checked={renew} onChange={({ target }) => setRenew(target.checked)} />
          {say('financial.renew')}
        </label>
        {renew && <p className={styles.hint}>{say('financial.renew.hint')}</p>}
      </div>
    </EarnForm>
  );
}
