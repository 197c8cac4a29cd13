import { Link } from 'react-router';
import { useMarkets } from '../../../../entities/market/market-api';
import { useReckonedAccount } from '../../../../features/show-positions/use-positions';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { signOf } from '../../../../shared/lib/numbers/amount';
import { useKeptSwitch } from '../../../../shared/lib/storage/kept';
import { Amount } from '../../../../shared/ui/figures/amount';
import { Facts } from '../../../../shared/ui/figures/facts';
import { Note } from '../../../../shared/ui/page/note';
import styles from './assets-page.module.css';
import { Concealed } from './concealed';

/** What balances do not say of the futures account: what its positions stand at, and what of it is free with that. */
export function FuturesStanding() {
  const { say } = useTexts();
  const contracts = useMarkets().filter(({ product }) => product === 'perpetual');
  const quotes = [...new Set(contracts.map(({ quote }) => quote))];
  return (
    <section className={styles.standing} aria-label={say('positions.account')}>
      {quotes.map((quote) => (
        <Standing key={quote} quote={quote} />
      ))}
      <p className={styles.rowWays}>
        <Link to="/contractTransaction">{say('menu.futures')}</Link>
        <Link to="/accountSet/contract">{say('menu.contract_orders')}</Link>
      </p>
    </section>
  );
}

function Standing({ quote }: { quote: string }) {
  const { say } = useTexts();
  const account = useReckonedAccount(quote);
  const [isHidden] = useKeptSwitch('assets.hidden');
  if (!account) return <Note kind="loading" text={say('page.loading')} />;
  const { equity, unrealised, used, free } = account;
  const amount = (of: string, isSigned = false) => (
    <Concealed isHidden={isHidden}>
      <Amount of={of} asset={quote} isSigned={isSigned} /> {quote}
    </Concealed>
  );
  return (
    <Facts
      facts={[
        [say('positions.account.equity'), amount(equity)],
        [
          say('positions.unrealised'),
          <span data-direction={isHidden ? 'level' : signOf(unrealised)}>{amount(unrealised, true)}</span>,
        ],
        [say('positions.account.used'), amount(used)],
        [say('positions.account.free'), amount(free)],
      ]}
    />
  );
}
