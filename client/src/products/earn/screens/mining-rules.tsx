import { Link } from 'react-router';
import { useEarnWords } from '../api/earn-words';
import { miningIncome, timesOf } from '../api/income';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Panel } from '../../../shared/ui/page/panel';
import styles from './earn-pages.module.css';

const RULES = ['participate', 'start', 'rate', 'end', 'another', 'rebate', 'terms'] as const;

export function MiningRules() {
  const { say } = useTexts();
  return (
    <ul className={styles.rules}>
      <li>{say('mining.locked')}</li>
      {RULES.map((rule) => (
        <li key={rule}>{say(`mining.rule.${rule}`)}</li>
      ))}
    </ul>
  );
}

const EXAMPLE = { amount: '1000', asset: 'USDT', dailyRatePpb: 500_000, termDays: 30, scale: 8, incomeScale: 8 };

/** The rules by themselves, with a worked example. */
export function MiningRulesPage() {
  const { say } = useTexts();
  const how = useEarnWords();
  const { amount, asset, dailyRatePpb, termDays } = EXAMPLE;
  const income = timesOf(miningIncome(amount, EXAMPLE, null), termDays);
  return (
    <div className={styles.page}>
      <Panel
        title={say('menu.mining_rules')}
        lead={say('mining.lead')}
        level={1}
        actions={<Link to="/defiFinancial">{say('menu.mining')}</Link>}
      >
        <MiningRules />
        <p className={styles.note}>
          {say('mining.example', {
            amount: how.plain(amount, asset),
            rate: how.percent(dailyRatePpb),
            days: String(termDays),
            income: how.plain(income, asset),
          })}
        </p>
        <p className={styles.note}>{say('earn.zone')}</p>
      </Panel>
    </div>
  );
}
