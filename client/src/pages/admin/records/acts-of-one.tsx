import { useState } from 'react';
import type { OwnStaff, StaffActRecord } from '../../../../../shared/wire/staff';
import { useKeepActMutation, useStaffActsQuery } from '../../../entities/staff/staff-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { spanText } from '../../../features/staff-act/takes';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { FetchedList } from '../../../shared/ui/lists/fetched-list';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';
import { actText, subjectText } from './proposal-words';
import styles from './proposals-page.module.css';
import { Refresh } from '../parts/refresh';

interface ActsOfOneProps {
  own: OwnStaff;
  now: number;
  pollMs: number;
}

/** Lists acts of one person with their ends, and lets a second person keep one. */
export function ActsOfOne({ own, now, pollMs }: ActsOfOneProps) {
  const { say } = useTexts();
  /** Position of the last act that was kept: the list must include it. */
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useStaffActsQuery(since, {
    refetchOnMountOrArgChange: true,
    pollingInterval: pollMs,
  });
  const keeping = useKeeping(setSince);
  return (
    <Panel
      title={say('staff.acts')}
      level={2}
      lead={say('staff.acts.lead')}
      actions={<Refresh of={say('staff.acts')} onPress={refetch} />}
    >
      <FetchedList {...{ data, error }} onRetry={() => void refetch()} empty={say('staff.acts.none')}>
        {(acts) => (
          <ul className={styles.list}>
            {acts.map((one) => (
              <Item key={one.act} {...{ own, now, act: one }} onKeep={() => setAct(keeping(one))} />
            ))}
          </ul>
        )}
      </FetchedList>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

interface ItemProps {
  own: OwnStaff;
  now: number;
  act: StaffActRecord;
  onKeep: () => void;
}

function Item({ own, now, act, onKeep }: ItemProps) {
  const texts = useTexts();
  const { say } = texts;
  const { kind, right, by, until, keepable } = act;
  const mayKeep = keepable && own.role === 'admin' && own.rights.includes(right);
  const name = nameOf(say, act);
  return (
    <li className={styles.item} aria-label={`${name} #${act.act}`}>
      <div className={styles.head}>
        <b>{actText(say, act.command)}</b>
        <span className={styles.subject}>{subjectText(say, act.subject)}</span>
        <Mark kind={kind === 'brake' ? 'warning' : 'level'} text={say(`staff.act.kind.${kind}`)} />
        <span className={styles.state} data-kind={until === null ? 'lasting' : 'open'}>
          {endText(say, act)}
          {until !== null && until > now && ` · ${say('staff.proposal.left', { time: spanText(texts, until - now) })}`}
        </span>
      </div>
      <dl className={styles.facts}>
        {factsOf(say, act).map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayKeep && (
        <div className={styles.acts}>
          {by === own.userId ? (
            <span className={styles.muted}>{say('staff.act.own')}</span>
          ) : (
            <Button aria-label={`${say('staff.act.keep')}: ${name}`} onClick={onKeep}>
              {say('staff.act.keep')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function endText(say: Texts['say'], { until, ended }: StaffActRecord): string {
  if (until !== null) return say('staff.act.ends', { time: dateAndTime(until) });
  return say(ended === null ? 'staff.act.stays' : `staff.act.${ended}`);
}

function nameOf(say: Texts['say'], { command, subject }: StaffActRecord): string {
  return [actText(say, command), subjectText(say, subject)].filter(Boolean).join(' – ');
}

function factsOf(say: Texts['say'], { by, at }: StaffActRecord): (readonly [string, string])[] {
  return [[say('staff.act.by'), `#${by} · ${dateAndTime(at)}`]];
}

function useKeeping(onDone: (position: number | undefined) => void): (act: StaffActRecord) => Act {
  const { say } = useTexts();
  const [keep] = useKeepActMutation();
  return (act) => ({
    title: `${say('staff.act.keep')} – ${nameOf(say, act)}`,
    consequence: say('staff.act.keep_consequence'),
    takes: 'told',
    facts: factsOf(say, act),
    confirm: say('staff.act.keep'),
    done: say('staff.act.keep_done'),
    send: (_, clientId) => keep({ clientId, act: act.act }),
    onDone,
  });
}
