import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { selectAccounts } from '../../../../entities/balance/balance-slice';
import { signShown } from '../../../../entities/market/quote';
import { selectIsLogin } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { compare } from '../../../../shared/lib/numbers/exact';
import { useStateOf } from '../../../../shared/lib/hooks/use-state-of';
import { Amount } from '../../../../shared/ui/figures/amount';
import { Button } from '../../../../shared/ui/controls/button';
import { Facts } from '../../../../shared/ui/figures/facts';
import { Note } from '../../../../shared/ui/page/note';
import styles from '../../../../features/show-positions/positions.module.css';
import { TransferDialog, type TransferWay } from './transfer-dialog';
import {
  useReckonedAccount,
  useShownPositions,
  type ShownPosition,
} from '../../../../features/show-positions/use-positions';

const WAYS = ['in', 'out'] as const;

/** What the contract account is worth at the marks of now, how much of it is free, and how near a liquidation is. */
export function ContractAccountPanel({ market }: { market: MarketRecord }) {
  const { say, numbers } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const accounts = useSelector(selectAccounts);
  const { quote } = market;
  const [way, setWay] = useStateOf<TransferWay | null>(quote, () => null);
  const account = useReckonedAccount(quote);
  const positions = useShownPositions();
  if (!isLogin) return <Note kind="empty" text={say('positions.account.visitor')} />;
  if (!account || !positions) return <Note kind="loading" text={say('page.loading')} />;
  const { equity, unrealised, free, used, wallet } = account;
  const worst = worstRatio(positions);
  const amount = (of: string) => (
    <>
      <Amount of={of} asset={quote} /> {quote}
    </>
  );
  return (
    <section className={styles.account} aria-label={say('positions.account')}>
      <Facts
        layout="lines"
        facts={[
          [say('positions.account.equity'), amount(equity)],
          [say('positions.account.wallet'), amount(wallet)],
          [
            say('positions.unrealised'),
            <span key="unrealised" data-direction={signShown(unrealised)}>
              {amount(unrealised)}
            </span>,
          ],
          [say('positions.account.used'), amount(used)],
          [say('positions.account.free'), amount(free)],
        ]}
      />
      {worst !== null && (
        <div className={styles.ratio} data-level={levelOf(worst)}>
          <Facts layout="lines" facts={[[say('positions.account.ratio'), numbers.narrowPercent(worst)]]} />
          <div className={styles.bar}>
            <i style={{ width: `${Math.min(100, Number(worst) * 100)}%` }} />
          </div>
        </div>
      )}
      <p className={styles.ways}>
        {WAYS.map((name) => (
          <Button key={name} onClick={() => setWay(name)}>
            {say(`positions.account.${name}`)}
          </Button>
        ))}
      </p>
      {way && (
        <TransferDialog
          {...{ asset: quote, scale: market.decimals.notional, way, onWay: setWay, onClose: () => setWay(null) }}
          most={{ in: accounts.spot?.[quote]?.available ?? '0', out: free }}
        />
      )}
    </section>
  );
}

/** The position that is nearest to its liquidation says how the account stands; one with nothing left stands at 100 %. */
function worstRatio(positions: readonly ShownPosition[]): string | null {
  const ratios = positions.flatMap(({ reckoned }) => (reckoned ? [reckoned.marginRatio ?? '1'] : []));
  return ratios.reduce<string | null>((worst, one) => (worst === null || compare(one, worst) > 0 ? one : worst), null);
}

/** From 70 % on it is told, from 85 % on it is grave. */
function levelOf(ratio: string): 'low' | 'high' | 'critical' {
  if (compare(ratio, '0.85') >= 0) return 'critical';
  return compare(ratio, '0.7') >= 0 ? 'high' : 'low';
}
