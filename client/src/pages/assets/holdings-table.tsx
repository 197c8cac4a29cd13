import { Link } from 'react-router';
import { VALUED_IN, type Holding } from '../../entities/wallet/valuation';
import { useTexts } from '../../shared/i18n/use-texts';
import { Amount } from '../../shared/ui/amount';
import styles from './assets-page.module.css';
import { Concealed } from './concealed';

interface HoldingsTableProps {
  holdings: readonly Holding[];
  /** Names of the markets there are. */
  markets: readonly string[];
  isHidden: boolean;
}

const AMOUNTS = ['available', 'frozen', 'locked', 'total'] as const;

/** A plain table: it is short and moves with every price. On a phone each row is a card. */
export function HoldingsTable({ holdings, markets, isHidden }: HoldingsTableProps) {
  const { say } = useTexts();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say('assets.asset')}</th>
          {AMOUNTS.map((amount) => (
            <th key={amount} scope="col">
              {say(`assets.amount.${amount}`)}
            </th>
          ))}
          <th scope="col">{say('assets.value')}</th>
          <th scope="col">{say('assets.trade')}</th>
        </tr>
      </thead>
      <tbody>
        {holdings.map((holding) => (
          <tr key={holding.asset}>
            <th scope="row">{holding.asset}</th>
            {AMOUNTS.map((amount) => (
              <td key={amount} data-title={say(`assets.amount.${amount}`)}>
                <Concealed isHidden={isHidden}>
                  <Amount of={holding[amount]} />
                </Concealed>
              </td>
            ))}
            <td data-title={say('assets.value')}>
              {holding.value === null ? (
                <span className={styles.label}>{say('assets.not_valued')}</span>
              ) : (
                <Concealed isHidden={isHidden}>
                  <Value of={holding.value} />
                </Concealed>
              )}
            </td>
            <td>
              <TradeLink asset={holding.asset} markets={markets} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ of: value }: { of: string }) {
  const { numbers } = useTexts();
  return (
    <span title={`${value} ${VALUED_IN}`}>
      {numbers.fixed(value, 2)} <small>{VALUED_IN}</small>
    </span>
  );
}

/** Where the asset is traded: its market in USDT, else any; for USDT itself the first. */
function TradeLink({ asset, markets }: { asset: string; markets: readonly string[] }) {
  const { say } = useTexts();
  const market =
    markets.find((name) => name === `${asset}-${VALUED_IN}`) ?? markets.find((name) => name.split('-').includes(asset));
  if (market === undefined) return null;
  return (
    <Link
      to={`/currencyTransaction?market=${encodeURIComponent(market)}`}
      aria-label={`${say('assets.trade')} ${market}`}
    >
      {say('assets.trade')}
    </Link>
  );
}
