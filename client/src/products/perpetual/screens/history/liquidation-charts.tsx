/** The hour before a liquidation: equity and requirement, and the mark. */
import { withMargin } from '../../../../kit/entities/contract/reckoning';
import { useContractFormat } from '../../../../kit/positions/position-format';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { timeOfDay } from '../../../../kit/lib/numbers/format';
import { sparkline } from '../../../../kit/lib/numbers/sparkline';
import styles from './contract-pages.module.css';
import { drawnMargin, marginPath } from './margin-path';
import type { WhyProps } from './liquidation-terms';

const BOX = { width: 640, height: 160, inset: 8 };
const MONEY_DIGITS = 2;

export function MarginChart({ detail, market, terms }: WhyProps) {
  const { t, numbers } = useTexts();
  const points = marginPath(detail, terms);
  const chart = drawnMargin(points, BOX);
  if (!chart) return null;
  const amount = (decimal: string) => `${numbers.fixed(decimal, MONEY_DIGITS)} ${market.quote}`;
  const [first, last] = [points[0], points[points.length - 1]];
  const label = t('contracts.why_margin_drawn', {
    ...{ from: timeOfDay(first.at), to: timeOfDay(last.at) },
    ...{ first: amount(first.cover), last: amount(last.cover), requirement: amount(last.requirement) },
  });
  return (
    <figure className={styles.path}>
      <p>
        <b>{t('contracts.why_margin')}</b> <span data-line="cover">{t('contracts.cover')}</span>{' '}
        <span data-line="requirement">{t('contracts.requirement')}</span>
      </p>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={label}>
        <path d={chart.requirement} className={styles.limit} />
        <path d={chart.cover} className={styles.line} />
        <circle cx={chart.end.x} cy={chart.end.y} r="4" className={styles.met} />
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}

/** The mark's path to the liquidation price. */
export function MarkChart({ detail, market, terms }: WhyProps) {
  const { t } = useTexts();
  const format = useContractFormat();
  const points = detail.path.map(({ at, mark }) => ({ at, price: mark }));
  const chart = sparkline(points, BOX);
  const { side, quantity, inputs } = detail;
  const { liquidationPrice } = withMargin(
    terms,
    {
      ...{ id: detail.contract, market: market.name, side, mode: detail.mode, leverage: inputs.leverage, quantity },
      ...{ lots: inputs.lots, cost: inputs.cost, margin: inputs.collateral, liquidationPrice: null },
      ...{ bankruptcyPrice: null, isLocked: false, openedAt: 0 },
    },
    inputs.collateral,
  );
  if (!chart) return null;
  return (
    <figure className={styles.path}>
      <figcaption>
        <b>{t('contracts.why_path')}</b> {t('positions.liquidation')} {format.price(market.name, liquidationPrice)}
      </figcaption>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={t('contracts.why_path')}>
        <path d={chart.area} className={styles.area} />
        <path d={chart.line} className={styles.line} />
      </svg>
    </figure>
  );
}
