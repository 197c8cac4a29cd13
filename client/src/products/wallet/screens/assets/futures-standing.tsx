import { Link } from 'react-router';
import { useMarkets } from '../../../../kit/entities/market/market-api';
import { useReckonedAccount } from '../../../../kit/positions/use-positions';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { signOf } from '../../../../kit/lib/numbers/amount';
import { usePreferenceSwitch } from '../../../../kit/lib/storage/preferences';
import { Amount } from '../../../../kit/ui/figures/amount';
import { Facts } from '../../../../kit/ui/figures/facts';
import { Note } from '../../../../kit/ui/page/note';
import styles from './assets-page.module.css';
import { Concealed } from './concealed';

/** Futures account facts beyond its balances: equity, unrealised result, used margin, and free balance. */
export function FuturesStanding() {
  const { t } = useTexts();
  const contracts = useMarkets().filter(({ product }) => product === 'perpetual');
  const quotes = [...new Set(contracts.map(({ quote }) => quote))];
  return (
    <section className={styles.standing} aria-label={t('positions.account')}>
      {quotes.map((quote) => (
        <Standing key={quote} quote={quote} />
      ))}
      <p className={styles.rowWays}>
        <Link to="/contractTransaction">{t('menu.futures')}</Link>
        <Link to="/accountSet/contract">{t('menu.contract_orders')}</Link>
      </p>
    </section>
  );
}

function Standing({ quote }: { quote: string }) {
  const { t } = useTexts();
  const account = useReckonedAccount(quote);
  const [isHidden] = usePreferenceSwitch('assets.hidden');
  if (!account) return <Note kind="loading" text={t('page.loading')} />;
  const { equity, unrealised, used, free } = account;
  const amount = (value: string, isSigned = false) => (
    <Concealed isHidden={isHidden}>
      <Amount amount={value} asset={quote} isSigned={isSigned} /> {quote}
    </Concealed>
  );
  return (
    <Facts
      details={[
        [t('positions.account.equity'), amount(equity)],
        [
          t('positions.unrealised'),
          <span data-direction={isHidden ? 'level' : signOf(unrealised)}>{amount(unrealised, true)}</span>,
        ],
        [t('positions.account.used'), amount(used)],
        [t('positions.account.free'), amount(free)],
      ]}
    />
  );
}
