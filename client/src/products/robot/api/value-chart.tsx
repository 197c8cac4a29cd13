import { useEffect, useRef } from 'react';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import { useTexts } from '../../../kit/i18n/use-texts';
import { loadWithRetry } from '../../../kit/lib/load-with-retry';
import { useRising, useTheme } from '../../../kit/ui/theme';
import type { DrawnValues, ValuePoint } from './drawn-values';
import styles from './value-chart.module.css';

interface ValueChartProps {
  /** In order of time. */
  points: readonly ValuePoint[];
  /** Initial value, drawn as a horizontal line. */
  level: string;
  /** Description for screen readers. */
  label: string;
}

/** Chart of a value over time. */
export function ValueChart({ points, level, label }: ValueChartProps) {
  const { language } = useTexts();
  const theme = useTheme();
  const rising = useRising();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnValues | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // The chart library loads only if there is something to draw.
    void loadWithRetry(
      () => import('./drawn-values'),
      ({ drawValues }) => {
        if (!isCurrent || !place.current) return;
        chart.current ??= drawValues(place.current);
        chart.current.show(points, level, HTML_LANG[language]);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [points, level, language, theme, rising]);
  useEffect(
    () => () => {
      chart.current?.remove();
      chart.current = null;
    },
    [],
  );
  return (
    <figure className={styles.chart}>
      <div ref={place} role="img" aria-label={label} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}
