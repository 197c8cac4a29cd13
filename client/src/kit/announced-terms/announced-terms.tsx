import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useFeeLevel } from '../entities/fee/fee-api';
import { announcedChanges } from '../entities/fee/term-changes';
import { selectUser } from '../entities/session/session-slice';
import { useTexts } from '../i18n/use-texts';
import { dateAndTime, dayOf } from '../lib/numbers/format';
import { Dialog } from '../ui/dialogs/dialog';
import { ChangeList } from './change-list';
import styles from './announced-terms.module.css';

/** Announced changes of the market's terms at the user's fee level. Renders nothing if there are none. */
export function AnnouncedTerms({ market }: { market: MarketRecord }) {
  const { t, numbers } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const level = useFeeLevel(useSelector(selectUser)?.userId ?? null, market.product);
  const announced = announcedChanges(market, { numbers, level });
  const [first] = announced;
  if (!first) return null;
  return (
    <>
      <button type="button" className={styles.announced} title={t('rates.announced')} onClick={() => setOpen(true)}>
        <CalendarClock size={16} aria-hidden="true" />
        <span className="spoken">{t('rates.announced')}</span>
        <span className={styles.day}>{dayOf(first.from)}</span>
      </button>
      {isOpen && (
        <Dialog title={`${t('rates.announced')} – ${market.label}`} onClose={() => setOpen(false)}>
          {announced.map(({ from, changes }) => (
            <section key={from} className={styles.change}>
              <h3>{t('rates.from', { time: dateAndTime(from) })}</h3>
              <ChangeList changes={changes} />
            </section>
          ))}
          <p className={styles.level}>{t('terms.of_level', { level: String(level) })}</p>
        </Dialog>
      )}
    </>
  );
}
