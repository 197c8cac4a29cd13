import { Link } from 'react-router';
import { useEarnFormat } from '../api/earn-format';
import { miningIncome, timesOf } from '../api/income';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Panel } from '../../../kit/ui/page/panel';
import styles from './earn-pages.module.css';

const RULES = ['participate', 'start', 'rate', 'end', 'another', 'rebate', 'terms'] as const;

export function MiningRules() {
  const { t } = useTexts();
  return (
    <ul className={styles.rules}>
      <li>{t('mining.locked')}</li>
      {RULES.map((rule) => (
        <li key={rule}>{t(`mining.rule.${rule}`)}</li>
      ))}
    </ul>
  );
}

const EXAMPLE = { amount: '1000', asset: 'USDT', dailyRatePpb: 500_000, termDays: 30, scale: 8, incomeScale: 8 };

/** The rules on a page of their own, with a worked example. */
export function MiningRulesPage() {
  const { t } = useTexts();
  const format = useEarnFormat();
  const { amount, asset, dailyRatePpb, termDays } = EXAMPLE;
  const income = timesOf(miningIncome(amount, EXAMPLE, null), termDays);
  return (
    <div className={styles.page}>
      <Panel
        title={t('menu.mining_rules')}
        lead={t('mining.lead')}
        level={1}
        actions={<Link to="/defiFinancial">{t('menu.mining')}</Link>}
      >
        <MiningRules />
        <p className={styles.note}>
          {t('mining.example', {
            amount: format.plain(amount, asset),
            rate: format.percent(dailyRatePpb),
            days: String(termDays),
            income: format.plain(income, asset),
          })}
        </p>
        <p className={styles.note}>{t('earn.zone')}</p>
      </Panel>
    </div>
  );
}
