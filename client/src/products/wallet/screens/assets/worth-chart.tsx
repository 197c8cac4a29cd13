import { useEffect, useRef } from 'react';
import { HTML_LANG } from '../../../../../../shared/wire/languages';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { patiently } from '../../../../shared/lib/patiently';
import { useTheme } from '../../../../shared/ui/theme';
import type { DrawnWorth } from './drawn-worth';
import styles from './worth-history.module.css';
import type { WorthPoint } from './worth-points';

interface WorthChartProps {
  points: readonly WorthPoint[];
  digits: number;
  isHidden: boolean;
}

/** The line. Whoever does not see it is told where it begins and ends. */
export function WorthChart({ points, digits, isHidden }: WorthChartProps) {
  const { say, numbers, language } = useTexts();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnWorth | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // The library is only loaded by whoever has something to draw.
    void patiently(
      () => import('./drawn-worth'),
      ({ drawWorth }) => {
        if (!isCurrent || !place.current) return;
        drawn.current ??= drawWorth(place.current);
        drawn.current.show(points, { digits, isHidden, locale: HTML_LANG[language] });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [points, digits, isHidden, language, theme]);
  useEffect(
    () => () => {
      drawn.current?.remove();
      drawn.current = null;
    },
    [],
  );
  const [first, last] = [points[0], points.at(-1)];
  const worthOf = (point: WorthPoint | undefined) =>
    point === undefined ? '' : isHidden ? say('assets.hidden') : numbers.fixed(point.worth, digits);
  const label = say('wallet.history_label', {
    from: first?.day ?? '',
    to: last?.day ?? '',
    start: worthOf(first),
    end: worthOf(last),
  });
  return <div ref={place} className={styles.place} role="img" aria-label={label} />;
}
