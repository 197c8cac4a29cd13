/** How it came to a liquidation, within the hour before: what covered the position and what it required, and the mark. */
import { withMargin } from '../../../../entities/contract/reckoning';
import { useContractWords } from '../../../../features/show-positions/position-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { timeOfDay } from '../../../../shared/lib/numbers/format';
import { sparkline } from '../../../../shared/lib/numbers/sparkline';
import styles from './contract-pages.module.css';
import { drawnMargin, marginPath } from './margin-path';
import type { WhyProps } from './liquidation-terms';

const BOX = { width: 640, height: 160, inset: 8 };
const MONEY_DIGITS = 2;

export function MarginChart({ detail, market, terms }: WhyProps) {
  const { say, numbers } = useTexts();
  const points = marginPath(detail, terms);
  const drawn = drawnMargin(points, BOX);
  if (!drawn) return null;
  const amount = (decimal: string) => `${numbers.fixed(decimal, MONEY_DIGITS)} ${market.quote}`;
  const [first, last] = [points[0], points[points.length - 1]];
  const label = say('contracts.why_margin_drawn', {
    ...{ from: timeOfDay(first.at), to: timeOfDay(last.at) },
    ...{ first: amount(first.cover), last: amount(last.cover), requirement: amount(last.requirement) },
  });
  return (
    <figure className={styles.path}>
      <p>
        <b>{say('contracts.why_margin')}</b> <span data-line="cover">{say('contracts.cover')}</span>{' '}
        <span data-line="requirement">{say('contracts.requirement')}</span>
      </p>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={label}>
        <path d={drawn.requirement} className={styles.limit} />
        <path d={drawn.cover} className={styles.line} />
        <circle cx={drawn.end.x} cy={drawn.end.y} r="4" className={styles.met} />
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}

/** The mark, down or up to the price that liquidates. */
export function MarkChart({ detail, market, terms }: WhyProps) {
  const { say } = useTexts();
  const how = useContractWords();
  const points = detail.path.map(({ at, mark }) => ({ at, price: mark }));
  const drawn = sparkline(points, BOX);
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
  if (!drawn) return null;
  return (
    <figure className={styles.path}>
      <figcaption>
        <b>{say('contracts.why_path')}</b> {say('positions.liquidation')} {how.price(market.name, liquidationPrice)}
      </figcaption>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={say('contracts.why_path')}>
        <path d={drawn.area} className={styles.area} />
        <path d={drawn.line} className={styles.line} />
      </svg>
    </figure>
  );
}
