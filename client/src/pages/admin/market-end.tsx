import { useState } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useEndPerpetualMarketMutation } from '../../entities/staff/contracts-api';
import { ActDialog } from '../../features/staff-act/act-dialog';
import { reasonField, TIME_LENGTH_MAX, timeOf } from '../../features/staff-act/fields';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Button } from '../../shared/ui/button';
import { Facts } from '../../shared/ui/facts';
import { Panel } from '../../shared/ui/panel';
import styles from './desk.module.css';

/** In its last half hour positions only become smaller: nobody must be surprised by that. */
const AHEAD_MS_MIN = 30 * 60_000;

interface MarketEndProps {
  market: MarketRecord;
  /** Null for a market that goes on. */
  endsAt: number | null;
  onDone: (position: number | undefined) => void;
}

/** When a perpetual ends, or the way to announce it. */
export function MarketEnd({ market: { name, label }, endsAt, onDone }: MarketEndProps) {
  const { say } = useTexts();
  const [isAnnouncing, setAnnouncing] = useState(false);
  const [endMarket] = useEndPerpetualMarketMutation();
  return (
    <Panel
      title={say('staff.end')}
      level={2}
      actions={endsAt === null && <Button onClick={() => setAnnouncing(true)}>{say('staff.end.announce')}</Button>}
    >
      {endsAt === null ? (
        <p className={styles.lead}>{say('staff.end.none')}</p>
      ) : (
        <Facts facts={[[say('perp.ends_at'), dateAndTime(endsAt)]]} />
      )}
      {isAnnouncing && (
        <ActDialog
          act={{
            title: `${say('staff.end.announce')} – ${label}`,
            consequence: say('staff.end.consequence'),
            takes: 'EndPerpetualMarket',
            fields: [
              {
                name: 'endsAt',
                label: say('perp.ends_at'),
                hint: say('staff.end.hint'),
                kind: 'time',
                lengthMax: TIME_LENGTH_MAX,
              },
              reasonField(say),
            ],
            check: ({ endsAt: entered }) =>
              (timeOf(entered) ?? 0) < Date.now() + AHEAD_MS_MIN ? [['endsAt', 'out.of.range']] : [],
            confirm: say('staff.end.announce'),
            kind: 'bad',
            done: say('staff.end.done'),
            send: ({ endsAt: entered, reason }, clientId) =>
              endMarket({ clientId, market: name, endsAt: timeOf(entered) ?? 0, reason }),
            onDone,
          }}
          onClose={() => setAnnouncing(false)}
        />
      )}
    </Panel>
  );
}
