import { useMemo } from 'react';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import { useTexts } from '../../../kit/i18n/use-texts';

const UNITS = [
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;

/** Formats a duration in the largest unit that divides it: `300000` is `5 min`. */
export function useDurationWords(): (durationMs: number) => string {
  const { language } = useTexts();
  return useMemo(() => {
    const formats = UNITS.map(({ unit, ms }) => ({
      ms,
      format: new Intl.NumberFormat(HTML_LANG[language], { style: 'unit', unit, unitDisplay: 'short' }),
    }));
    return (durationMs) => {
      const fitting = formats.find(({ ms }) => durationMs % ms === 0) ?? formats[formats.length - 1];
      return fitting.format.format(durationMs / fitting.ms);
    };
  }, [language]);
}
