import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useFeeLevel } from '../../entities/fee/fee-api';
import { announcedChanges } from '../../entities/fee/term-changes';
import { selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime, dayOf } from '../../shared/lib/numbers/format';
import { Dialog } from '../../shared/ui/dialogs/dialog';
import { ChangeList } from './change-list';
import styles from './announced-terms.module.css';

/** That terms of the market are about to change, and which, for the level of whoever looks. Nothing where nothing is. */
export function AnnouncedTerms({ market }: { market: MarketRecord }) {
  const { say, numbers } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const level = useFeeLevel(useSelector(selectUser)?.userId ?? null, market.product);
  const announced = announcedChanges(market, { numbers, level });
  const [first] = announced;
  if (!first) return null;
  return (
    <>
      <button type="button" className={styles.announced} title={say('rates.announced')} onClick={() => setOpen(true)}>
        <CalendarClock size={16} aria-hidden="true" />
        <span className="spoken">{say('rates.announced')}</span>
        <span className={styles.day}>{dayOf(first.from)}</span>
      </button>
      {isOpen && (
        <Dialog title={`${say('rates.announced')} – ${market.label}`} onClose={() => setOpen(false)}>
          {announced.map(({ from, changes }) => (
            <section key={from} className={styles.change}>
              <h3>{say('rates.from', { time: dateAndTime(from) })}</h3>
              <ChangeList changes={changes} />
            </section>
          ))}
          <p className={styles.level}>{say('terms.of_level', { level: String(level) })}</p>
        </Dialog>
      )}
    </>
  );
}
