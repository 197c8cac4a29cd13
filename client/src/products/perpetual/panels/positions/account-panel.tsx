import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { selectAccounts } from '../../../../kit/entities/balance/balance-slice';
import { directionShown } from '../../../../kit/entities/market/quote';
import { selectIsLogin } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { compare } from '../../../../kit/lib/numbers/exact';
import { useStateByKey } from '../../../../kit/lib/hooks/use-state-by-key';
import { Amount } from '../../../../kit/ui/figures/amount';
import { Button } from '../../../../kit/ui/controls/button';
import { Facts } from '../../../../kit/ui/figures/facts';
import { Note } from '../../../../kit/ui/page/note';
import styles from '../../../../kit/positions/positions.module.css';
import { TransferDialog, type TransferWay } from './transfer-dialog';
import { useReckonedAccount, useShownPositions, type ShownPosition } from '../../../../kit/positions/use-positions';

const WAYS = ['in', 'out'] as const;

/** Contract account: equity at current marks, free balance, and margin ratio. */
export function ContractAccountPanel({ market }: { market: MarketRecord }) {
  const { t, numbers } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const accounts = useSelector(selectAccounts);
  const { quote } = market;
  const [direction, setDirection] = useStateByKey<TransferWay | null>(quote, () => null);
  const account = useReckonedAccount(quote);
  const positions = useShownPositions();
  if (!isLogin) return <Note kind="empty" text={t('positions.account.visitor')} />;
  if (!account || !positions) return <Note kind="loading" text={t('page.loading')} />;
  const { equity, unrealised, free, used, wallet } = account;
  const highestRatio = worstRatio(positions);
  const amount = (decimal: string) => (
    <>
      <Amount amount={decimal} asset={quote} /> {quote}
    </>
  );
  return (
    <section className={styles.account} aria-label={t('positions.account')}>
      <Facts
        layout="lines"
        details={[
          [t('positions.account.equity'), amount(equity)],
          [t('positions.account.wallet'), amount(wallet)],
          [
            t('positions.unrealised'),
            <span key="unrealised" data-direction={directionShown(unrealised)}>
              {amount(unrealised)}
            </span>,
          ],
          [t('positions.account.used'), amount(used)],
          [t('positions.account.free'), amount(free)],
        ]}
      />
      {highestRatio !== null && (
        <div className={styles.ratio} data-level={levelOf(highestRatio)}>
          <Facts layout="lines" details={[[t('positions.account.ratio'), numbers.narrowPercent(highestRatio)]]} />
          <div className={styles.bar}>
            <i style={{ width: `${Math.min(100, Number(highestRatio) * 100)}%` }} />
          </div>
        </div>
      )}
      <p className={styles.ways}>
        {WAYS.map((name) => (
          <Button key={name} onClick={() => setDirection(name)}>
            {t(`positions.account.${name}`)}
          </Button>
        ))}
      </p>
      {direction && (
        <TransferDialog
          {...{
            asset: quote,
            scale: market.decimals.notional,
            direction,
            onDirection: setDirection,
            onClose: () => setDirection(null),
          }}
          maxAmounts={{ in: accounts.spot?.[quote]?.available ?? '0', out: free }}
        />
      )}
    </section>
  );
}

/**
 * Highest margin ratio, that of the position nearest to liquidation. A position with no equity left counts as 100 %.
 */
function worstRatio(positions: readonly ShownPosition[]): string | null {
  const ratios = positions.flatMap(({ computed }) => (computed ? [computed.marginRatio ?? '1'] : []));
  return ratios.reduce<string | null>((worst, one) => (worst === null || compare(one, worst) > 0 ? one : worst), null);
}

/** Warning from 70 %, critical from 85 %. */
function levelOf(ratio: string): 'low' | 'high' | 'critical' {
  if (compare(ratio, '0.85') >= 0) return 'critical';
  return compare(ratio, '0.7') >= 0 ? 'high' : 'low';
}
