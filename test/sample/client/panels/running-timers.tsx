import { useRunningTimers } from '../api/timer-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useServerTime } from '../../../kit/stream/server-time';
import { Facts } from '../../../kit/ui/figures/facts';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';

/** The seconds that are left go by the server's time. */
export function RunningTimers() {
  const { t } = useTexts();
  const timers = useRunningTimers(true);
  const now = useServerTime();
  return (
    <Panel title={t('timer.running')} level={2}>
      {!timers ? (
        <Note kind="loading" text={t('page.loading')} />
      ) : timers.length === 0 ? (
        <Note kind="empty" text={t('timer.none')} />
      ) : (
        timers.map(({ timer, market, ringsAt, index }) => (
          <Facts
            key={timer}
            details={[
              [t('timer.market'), `${market} #${timer}`],
              [t('timer.seconds'), String(Math.max(0, Math.ceil((ringsAt - now) / 1_000)))],
              [t('timer.index'), index ?? '–'],
            ]}
          />
        ))
      )}
    </Panel>
  );
}
