import { useEffect, useMemo, useRef, useState } from 'react';
import { dayName, dayStart } from '../../../../../shared/rules/days';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import { useReferralDaysQuery } from '../api/referral-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { sumOf } from '../../../shared/lib/numbers/exact';
import { patiently } from '../../../shared/lib/patiently';
import { useServerDay } from '../../../shared/stream/server-time';
import { Choice } from '../../../shared/ui/controls/choice';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Note } from '../../../shared/ui/page/note';
import { useTheme } from '../../../shared/ui/theme';
import type { DrawnRebates } from './drawn-rebates';
import { columnsOf, type DayColumn } from './day-columns';
import styles from './share-page.module.css';

const SPANS = ['30', '90', '365'] as const;

/** Coin by coin, since amounts of several do not add up. */
export function RebateDays({ isKnown }: { isKnown: boolean }) {
  const { say } = useTexts();
  const [span, setSpan] = useState<(typeof SPANS)[number]>('30');
  const [chosen, setChosen] = useState<string | null>(null);
  const today = useServerDay();
  const first = today - Number(span);
  const { data, error, refetch } = useReferralDaysQuery(
    { from: dayStart(first), to: dayStart(today + 1) },
    { skip: !isKnown, refetchOnMountOrArgChange: true },
  );
  const assets = useMemo(() => [...new Set((data ?? []).map(({ asset }) => asset))].sort(), [data]);
  const asset = assets.find((name) => name === chosen) ?? assets.find((name) => name === 'USDT') ?? assets.at(0);
  const columns = useMemo(
    () => (data && asset !== undefined ? columnsOf(data, asset, first, today - 1) : []),
    [data, asset, first, today],
  );
  if (error && !data) return <Faulty fault={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className={styles.tools}>
        <Choice
          label={say('share.days.span')}
          value={span}
          options={SPANS.map((value) => ({ value, text: say('share.days.last', { days: value }) }))}
          onChange={setSpan}
        />
        {asset !== undefined && assets.length > 1 && (
          <Choice
            label={say('share.days.coin')}
            value={asset}
            options={assets.map((value) => ({ value, text: value }))}
            onChange={setChosen}
          />
        )}
      </div>
      {!data ? (
        <Note kind="loading" text={say('page.loading')} />
      ) : asset === undefined ? (
        <Note kind="empty" text={say('share.days.none')} />
      ) : (
        <Drawn columns={columns} asset={asset} />
      )}
    </>
  );
}

/** Whoever does not see it is told from when to when it goes, and what it comes to. */
function Drawn({ columns, asset }: { columns: readonly DayColumn[]; asset: string }) {
  const { say, numbers, language } = useTexts();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnRebates | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // The library is only loaded by whoever has something to draw.
    void patiently(
      () => import('./drawn-rebates'),
      ({ drawRebates }) => {
        if (!isCurrent || !place.current) return;
        chart.current ??= drawRebates(place.current);
        chart.current.show(columns, HTML_LANG[language]);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [columns, language, theme]);
  useEffect(
    () => () => {
      chart.current?.remove();
      chart.current = null;
    },
    [],
  );
  const total = sumOf(columns.flatMap(({ level1, level2 }) => [level1, level2]));
  const label = say('share.days.drawn', {
    from: dayName(columns[0].day),
    to: dayName(columns[columns.length - 1].day),
    total: numbers.exact(total),
    asset,
  });
  return (
    <figure className={styles.chart}>
      <div ref={place} role="img" aria-label={label} />
      <figcaption>
        <span>{label}</span>
        <span className={styles.legend}>
          <i data-level="1" aria-hidden="true" /> {say('share.level.1')}
          <i data-level="2" aria-hidden="true" /> {say('share.level.2')}
        </span>
      </figcaption>
    </figure>
  );
}
