import { useState } from 'react';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { StaffActRecord } from '../../../../shared/wire/staff-proposals';
import { useKeepActMutation, useStaffActsQuery } from '../api/staff-api';
import { ActDialog, type Act } from '../act/act-dialog';
import { spanText } from '../act/approval-rule';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Button } from '../../kit/ui/controls/button';
import { FetchedList } from '../../kit/ui/lists/fetched-list';
import { Mark } from '../../kit/ui/figures/mark';
import { Panel } from '../../kit/ui/page/panel';
import { actText, subjectText, useActWords, type ActWords } from './proposal-words';
import styles from './proposals-page.module.css';
import { Refresh } from '../parts/refresh';

interface ActsOfOneProps {
  ownStaff: OwnStaff;
  now: number;
  pollMs: number;
}

/** Actions taken by one person, with their expiry. A second person can keep one. */
export function ActsOfOne({ ownStaff, now, pollMs }: ActsOfOneProps) {
  const { t } = useTexts();
  /** Journal position of the last kept action, which the list must include. */
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useStaffActsQuery(since, {
    refetchOnMountOrArgChange: true,
    pollingInterval: pollMs,
  });
  const keeping = useKeeping(setSince);
  return (
    <Panel
      title={t('staff.acts')}
      level={2}
      lead={t('staff.acts.lead')}
      actions={<Refresh listName={t('staff.acts')} onPress={refetch} />}
    >
      <FetchedList {...{ data, error }} onRetry={() => void refetch()} empty={t('staff.acts.none')}>
        {(acts) => (
          <ul className={styles.list}>
            {acts.map((one) => (
              <Item key={one.act} {...{ ownStaff, now, act: one }} onKeep={() => setAct(keeping(one))} />
            ))}
          </ul>
        )}
      </FetchedList>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

interface ItemProps {
  ownStaff: OwnStaff;
  now: number;
  act: StaffActRecord;
  onKeep: () => void;
}

function Item({ ownStaff, now, act, onKeep }: ItemProps) {
  const actTexts = useActWords();
  const { texts } = actTexts;
  const { t } = texts;
  const { kind, right, by, until, keepable } = act;
  const mayKeep = keepable && ownStaff.role === 'admin' && ownStaff.rights.includes(right);
  const name = nameOf(actTexts, act);
  return (
    <li className={styles.item} aria-label={`${name} #${act.act}`}>
      <div className={styles.head}>
        <b>{actText(actTexts, act.command)}</b>
        <span className={styles.subject}>{subjectText(t, act.subject)}</span>
        <Mark kind={kind === 'brake' ? 'warning' : 'level'} text={t(`staff.act.kind.${kind}`)} />
        <span className={styles.state} data-kind={until === null ? 'lasting' : 'open'}>
          {endText(t, act)}
          {until !== null && until > now && ` · ${t('staff.proposal.left', { time: spanText(texts, until - now) })}`}
        </span>
      </div>
      <dl className={styles.facts}>
        {factsOf(t, act).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayKeep && (
        <div className={styles.acts}>
          {by === ownStaff.userId ? (
            <span className={styles.muted}>{t('staff.act.own')}</span>
          ) : (
            <Button aria-label={`${t('staff.act.keep')}: ${name}`} onClick={onKeep}>
              {t('staff.act.keep')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function endText(t: Texts['t'], { until, ended: outcome }: StaffActRecord): string {
  if (until !== null) return t('staff.act.ends', { time: dateAndTime(until) });
  return t(outcome === null ? 'staff.act.stays' : `staff.act.${outcome}`);
}

function nameOf(actTexts: ActWords, { command, subject }: StaffActRecord): string {
  return [actText(actTexts, command), subjectText(actTexts.texts.t, subject)].filter(Boolean).join(' – ');
}

function factsOf(t: Texts['t'], { by, at }: StaffActRecord): (readonly [string, string])[] {
  return [[t('staff.act.by'), `#${by} · ${dateAndTime(at)}`]];
}

function useKeeping(onDone: (position: number | undefined) => void): (act: StaffActRecord) => Act {
  const actTexts = useActWords();
  const { t } = actTexts.texts;
  const [keep] = useKeepActMutation();
  return (act) => ({
    title: `${t('staff.act.keep')} – ${nameOf(actTexts, act)}`,
    consequence: t('staff.act.keep_consequence'),
    approvalRule: 'told',
    details: factsOf(t, act),
    confirm: t('staff.act.keep'),
    successText: t('staff.act.keep_done'),
    send: (_, clientId) => keep({ clientId, act: act.act }),
    onDone,
  });
}
