import { useEffect, useRef } from 'react';
import { HTML_LANG } from '../../../../../../shared/wire/languages';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { loadWithRetry } from '../../../../kit/lib/load-with-retry';
import { useTheme } from '../../../../kit/ui/theme';
import type { DrawnWorth } from './drawn-worth';
import styles from './worth-history.module.css';
import type { WorthPoint } from './worth-points';

interface WorthChartProps {
  points: readonly WorthPoint[];
  digits: number;
  isHidden: boolean;
}

/** Line chart. The description for screen readers gives its start and end. */
export function WorthChart({ points, digits, isHidden }: WorthChartProps) {
  const { t, numbers, language } = useTexts();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const chartRef = useRef<DrawnWorth | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // Loads the chart library only if there is something to draw.
    void loadWithRetry(
      () => import('./drawn-worth'),
      ({ drawWorth }) => {
        if (!isCurrent || !place.current) return;
        chartRef.current ??= drawWorth(place.current);
        chartRef.current.show(points, { digits, isHidden, locale: HTML_LANG[language] });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [points, digits, isHidden, language, theme]);
  useEffect(
    () => () => {
      chartRef.current?.remove();
      chartRef.current = null;
    },
    [],
  );
  const [first, last] = [points[0], points.at(-1)];
  const worthOf = (point: WorthPoint | undefined) =>
    point === undefined ? '' : isHidden ? t('assets.hidden') : numbers.fixed(point.value, digits);
  const label = t('wallet.history_label', {
    from: first?.day ?? '',
    to: last?.day ?? '',
    start: worthOf(first),
    end: worthOf(last),
  });
  return <div ref={place} className={styles.place} role="img" aria-label={label} />;
}
