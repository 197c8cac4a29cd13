import { Eye, EyeOff, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useMarketQuotes } from '../../entities/market/use-market-quotes';
import { isSmall, valuationOf, type Holding, type Valuation } from '../../entities/wallet/valuation';
import { useTexts } from '../../shared/i18n/use-texts';
import { signOf } from '../../shared/lib/amount';
import { useKeptSwitch } from '../../shared/lib/kept';
import { Faulty } from '../../shared/ui/faulty';
import { IconButton } from '../../shared/ui/icon-button';
import { Notice } from '../../shared/ui/notice';
import { Allocation } from './allocation';
import styles from './assets-page.module.css';
import { useBalancesShown } from './balances-shown';
import { Concealed } from './concealed';
import { HoldingsTable } from './holdings-table';
import { pricesOf } from './prices';

/** Everything the user has, what it is worth, and how it is spread. */
export function AssetsPage() {
  const { say } = useTexts();
  const { balances, fault, retry } = useBalancesShown();
  const { markets, tickers } = useMarketQuotes();
  const [isHidden, setHidden] = useKeptSwitch('assets.hidden');
  const prices = useMemo(() => (markets ? pricesOf(markets, tickers) : null), [markets, tickers]);
  const valuation = useMemo(() => (balances && prices ? valuationOf(balances, prices) : null), [balances, prices]);
  if (fault) return <Faulty fault={fault} onRetry={retry} />;
  return (
    <>
      <div className={styles.top}>
        <Total valuation={valuation} isHidden={isHidden} onHide={setHidden} />
        <Allocation holdings={valuation?.holdings ?? []} />
      </div>
      <section className={styles.panel} aria-labelledby="holdings">
        {valuation ? (
          <Holdings valuation={valuation} markets={markets?.map(({ name }) => name) ?? []} isHidden={isHidden} />
        ) : (
          <Notice kind="loading" text={say('page.loading')} />
        )}
      </section>
    </>
  );
}

interface TotalProps {
  valuation: Valuation | null;
  isHidden: boolean;
  onHide: (isHidden: boolean) => void;
}

function Total({ valuation, isHidden, onHide }: TotalProps) {
  const { say, numbers } = useTexts();
  const { usdt, btc, change, changeRatio } = valuation ?? { usdt: null, btc: null, change: '0', changeRatio: '0' };
  const direction = signOf(change);
  const plus = direction === 'up' ? '+' : '';
  return (
    <section className={styles.total} aria-labelledby="assets-title">
      <header className={styles.head}>
        <h1 id="assets-title">{say('menu.assets')}</h1>
        <IconButton
          label={say(isHidden ? 'assets.show' : 'assets.hide')}
          aria-pressed={isHidden}
          onClick={() => onHide(!isHidden)}
        >
          {isHidden ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        </IconButton>
      </header>
      <p className={styles.label}>{say('assets.total')}</p>
      <p className={styles.figure}>
        <b>
          <Concealed isHidden={isHidden}>{usdt === null ? '—' : numbers.fixed(usdt, 2)}</Concealed>
        </b>
        <span>USDT</span>
      </p>
      <p className={styles.label}>
        ≈ <Concealed isHidden={isHidden}>{btc === null ? '—' : numbers.fixed(btc, 8)}</Concealed> BTC
      </p>
      <p className={styles.change} title={say('assets.change_text')}>
        <span className={styles.label}>{say('assets.change')}</span>
        <span data-direction={direction}>
          <Concealed isHidden={isHidden}>{`${plus}${numbers.fixed(change, 2)} USDT`}</Concealed>{' '}
          {numbers.percent(changeRatio)}
        </span>
      </p>
    </section>
  );
}

interface HoldingsProps {
  valuation: Valuation;
  markets: readonly string[];
  isHidden: boolean;
}

function Holdings({ valuation: { holdings }, markets, isHidden }: HoldingsProps) {
  const { say } = useTexts();
  const [wanted, setWanted] = useState('');
  const [hidesSmall, setHidesSmall] = useKeptSwitch('assets.hides_small');
  const shown = holdings.filter((holding) => matches(holding, wanted) && !(hidesSmall && isSmall(holding)));
  return (
    <>
      <header className={styles.tools}>
        <h2 id="holdings">{say('assets.holdings')}</h2>
        <label className={styles.small}>
          <input type="checkbox" checked={hidesSmall} onChange={() => setHidesSmall(!hidesSmall)} />
          {say('assets.hide_small')}
        </label>
        <label className={styles.search}>
          <Search size={15} aria-hidden="true" />
          <span className="spoken">{say('assets.search')}</span>
          <input
            type="search"
            value={wanted}
            placeholder={say('assets.search')}
            onChange={({ target }) => setWanted(target.value)}
          />
        </label>
      </header>
      {holdings.length === 0 ? (
        <Notice
          kind="empty"
          text={say('assets.empty')}
          action={
            <Link className={styles.way} to="/quotation">
              {say('assets.empty_way')}
            </Link>
          }
        />
      ) : shown.length === 0 ? (
        <Notice kind="empty" text={say('assets.none_found')} />
      ) : (
        <HoldingsTable holdings={shown} markets={markets} isHidden={isHidden} />
      )}
    </>
  );
}

function matches({ asset }: Holding, wanted: string): boolean {
  return asset.toLowerCase().includes(wanted.trim().toLowerCase());
}
