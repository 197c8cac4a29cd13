import { useEffect, useRef } from 'react';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import { useTexts } from '../../../shared/i18n/use-texts';
import { patiently } from '../../../shared/lib/patiently';
import { useRising, useTheme } from '../../../shared/ui/theme';
import type { DrawnValues, ValuePoint } from './drawn-values';
import styles from './value-chart.module.css';

interface ValueChartProps {
  /** In order of time. */
  points: readonly ValuePoint[];
  /** A line across: what it began with. */
  level: string;
  /** Whoever does not see it is told this. */
  label: string;
}

/** What something was worth, through time. */
export function ValueChart({ points, level, label }: ValueChartProps) {
  const { language } = useTexts();
  const theme = useTheme();
  const rising = useRising();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnValues | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // The library is only loaded by whoever has something to draw.
    void patiently(
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
