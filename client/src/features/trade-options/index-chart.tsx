import { useEffect, useMemo, useRef } from 'react';
import { HTML_LANG } from '../../../../shared/wire/languages';
import { scaleOf } from '../../../../shared/rules/units';
import type { OptionProduct } from '../../../../shared/wire/option';
import type { OpenOption } from '../../../../shared/wire/option-stream';
import { useTexts } from '../../shared/i18n/use-texts';
import { Note } from '../../shared/ui/note';
import { useRising, useTheme } from '../../shared/ui/theme';
import type { DrawnIndex, IndexLine } from './drawn-index';
import styles from './option.module.css';
import type { Point } from './use-publications';

interface IndexChartProps {
  product: OptionProduct;
  points: readonly Point[];
  open: readonly OpenOption[];
}

/** The index with entries and levels of the user's open contracts. */
export function IndexChart({ product, points, open }: IndexChartProps) {
  const { say, language, numbers } = useTexts();
  const theme = useTheme();
  const rising = useRising();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnIndex | null>(null);
  // One a second: of two within a second the later is shown.
  const seconds = useMemo(
    () => [...new Map(points.map((one) => [Math.floor(one.at / 1_000), one])).values()],
    [points],
  );
  const lines = useMemo(() => open.flatMap((contract) => linesOf(contract, say)), [open, say]);
  useEffect(() => {
    let isCurrent = true;
    // The library is only loaded by whoever has something to draw.
    void import('./drawn-index').then(({ drawIndex }) => {
      if (!isCurrent || !place.current || seconds.length === 0) return;
      drawn.current ??= drawIndex(place.current);
      drawn.current.dress(HTML_LANG[language], scaleOf(product.tick));
      drawn.current.show(seconds);
      drawn.current.showLines(lines);
    });
    return () => {
      isCurrent = false;
    };
  }, [seconds, lines, product.tick, language, theme, rising]);
  useEffect(
    () => () => {
      drawn.current?.remove();
      drawn.current = null;
    },
    [product.symbol],
  );
  const last = points.at(-1);
  const label = say('option.chart', {
    symbol: product.label,
    price: last ? numbers.fixed(last.price, scaleOf(product.tick)) : '–',
  });
  return (
    <div className={styles.chart}>
      {points.length === 0 && <Note kind="loading" text={say('page.loading')} />}
      <div ref={place} key={product.symbol} role="img" aria-label={label} hidden={points.length === 0} />
    </div>
  );
}

function linesOf(
  { direction, entry, takeProfit, stopLoss }: OpenOption,
  say: ReturnType<typeof useTexts>['say'],
): IndexLine[] {
  if (!entry) return [];
  return [
    { price: entry.price, title: say(`option.direction.${direction}`), kind: direction },
    ...(takeProfit === null ? [] : [{ price: takeProfit, title: say('option.take_profit'), kind: 'level' as const }]),
    ...(stopLoss === null ? [] : [{ price: stopLoss, title: say('option.stop_loss'), kind: 'level' as const }]),
  ];
}
