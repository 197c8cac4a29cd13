import { useState } from 'react';
import { termOf } from '../../../../../shared/products/earn/rules/income';
import type { FinancialProduct } from '../../../../../shared/products/earn/wire';
import { useBuyFinancialMutation } from '../api/earn-api';
import { useOwnAmount } from '../api/earn-slice';
import { saleObstacleOf, useEarnFormat } from '../api/earn-format';
import { financialIncome } from '../api/income';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { useTexts } from '../../../kit/i18n/use-texts';
import { sumOf } from '../../../kit/lib/numbers/exact';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { useServerTime } from '../../../kit/stream/server-time';
import { EarnForm } from './earn-form';
import styles from './earn-form.module.css';

export function FinancialForm({ product }: { product: FinancialProduct }) {
  const { t } = useTexts();
  const format = useEarnFormat();
  const now = useServerTime();
  const [renew, setRenew] = useState(false);
  const [buy] = useBuyFinancialMutation();
  const ownAmount = useOwnAmount('financial', product.product);
  const { asset, scale, termDays, annualRatePpb } = product;
  const { expiresAt } = termOf(now, termDays);
  return (
    <EarnForm
      offer={{ ...product, obstacle: saleObstacleOf(product) }}
      ownAmount={ownAmount}
      choice={{ renew }}
      detailsOf={(amount) => {
        const income = amount === null ? null : financialIncome(amount, annualRatePpb, termDays, scale);
        return [
          [t('earn.rate.annual'), format.percent(annualRatePpb)],
          [t('financial.projected'), income === null ? '–' : format.money(income, asset)],
          [
            t('financial.total'),
            amount === null || income === null ? '–' : format.money(sumOf([amount, income]), asset),
          ],
          [t('earn.expires_at'), dateAndTime(expiresAt)],
        ];
      }}
      terms={[t('financial.rule.cancel'), t('financial.rule.leave')]}
      send={(amount, clientId) => buy({ clientId, product: product.product, amount, renew })}
    >
      <div className={styles.check}>
        <label className={formStyles.check}>
          <input type="checkbox" checked={renew} onChange={({ target }) => setRenew(target.checked)} />
          {t('financial.renew')}
        </label>
        {renew && <p className={styles.hint}>{t('financial.renew.hint')}</p>}
      </div>
    </EarnForm>
  );
}
