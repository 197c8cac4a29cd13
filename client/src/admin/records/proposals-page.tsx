/** Proposals that wait for a second person, and actions taken by one person. */
import { useEffect, useState } from 'react';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { StaffProposal } from '../../../../shared/wire/staff-proposals';
import { useConfirmProposalMutation, useDeclineProposalMutation, useStaffProposalsQuery } from '../api/staff-api';
import { ActDialog, type Act } from '../act/act-dialog';
import { reasonField } from '../act/fields';
import { spanText } from '../act/approval-rule';
import { storedText } from '../../kit/i18n/stored-text';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Button } from '../../kit/ui/controls/button';
import { FetchedList } from '../../kit/ui/lists/fetched-list';
import { Mark } from '../../kit/ui/figures/mark';
import { Panel } from '../../kit/ui/page/panel';
import { ActsOfOne } from './acts-of-one';
import { actText, changesOf, subjectText, useActWords, personText, type ActWords } from './proposal-words';
import styles from './proposals-page.module.css';
import { Refresh } from '../parts/refresh';

/** Maximum delay until actions of others are shown. */
const POLL_MS = 15_000;
const TICK_MS = 10_000;
const KINDS = { money: 'warning', restore: 'good', change: 'level' } as const;

export function ProposalsPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const now = useClock();
  return (
    <>
      <Proposals ownStaff={ownStaff} now={now} />
      <ActsOfOne ownStaff={ownStaff} now={now} pollMs={POLL_MS} />
    </>
  );
}

/** Current time, updated often enough for countdowns in minutes. */
function useClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Proposals that wait for confirmation or for their start time, oldest first. */
function Proposals({ ownStaff, now }: { ownStaff: OwnStaff; now: number }) {
  const { t } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useStaffProposalsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
  });
  const acts = useProposalActs();
  return (
    <Panel
      title={t('staff.section.proposals')}
      level={1}
      lead={t('staff.proposals.lead')}
      actions={<Refresh onPress={refetch} />}
    >
      <FetchedList {...{ data, error }} onRetry={() => void refetch()} empty={t('staff.proposals.none')}>
        {(proposals) => (
          <ul className={styles.list}>
            {oldestFirst(proposals).map((proposal) => (
              <Item key={proposal.proposal} {...{ ownStaff, now, proposal, acts }} onAct={setAct} />
            ))}
          </ul>
        )}
      </FetchedList>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function oldestFirst(proposals: readonly StaffProposal[]): StaffProposal[] {
  return [...proposals].sort((one, other) => one.proposedAt - other.proposedAt);
}

interface ItemProps {
  ownStaff: OwnStaff;
  now: number;
  proposal: StaffProposal;
  acts: ReturnType<typeof useProposalActs>;
  onAct: (act: Act) => void;
}

function Item({ ownStaff, now, proposal, acts, onAct }: ItemProps) {
  const actTexts = useActWords();
  const { texts } = actTexts;
  const { t } = texts;
  const { proposedBy, userId, right, from, until, command, kind } = proposal;
  const subject = proposal.subject === null ? null : subjectText(t, proposal.subject);
  const remainingMs = (from ?? until) - now;
  const mayAct = ownStaff.role === 'admin' && ownStaff.rights.includes(right);
  const isTheirs = proposedBy === ownStaff.userId || userId === ownStaff.userId;
  return (
    <li className={styles.item} aria-label={`${actText(actTexts, command)} #${proposal.proposal}`}>
      <div className={styles.head}>
        <b>{actText(actTexts, command)}</b>
        {subject !== null && <span className={styles.subject}>{subject}</span>}
        <Mark kind={KINDS[kind]} text={t(`staff.proposal.kind.${kind}`)} />
        <span className={styles.muted}>#{proposal.proposal}</span>
        <span className={styles.state} data-kind={from === null ? 'open' : 'confirmed'}>
          {stateOf(t, proposal)}
          {remainingMs > 0 && ` · ${t('staff.proposal.left', { time: spanText(texts, remainingMs) })}`}
        </span>
      </div>
      <dl className={styles.facts}>
        {factsOf(actTexts, proposal).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayAct && (
        <div className={styles.acts}>
          {from === null && !isTheirs && (
            <Button onClick={() => onAct(acts.confirm(proposal))}>{t('staff.proposal.confirm')}</Button>
          )}
          {isTheirs && <span className={styles.muted}>{t('staff.proposal.own')}</span>}
          <Button onClick={() => onAct(acts.decline(proposal))}>{t('staff.proposal.decline')}</Button>
        </div>
      )}
    </li>
  );
}

function stateOf(t: Texts['t'], { from, confirmedBy, until }: StaffProposal): string {
  if (from === null || confirmedBy === null) return t('staff.proposal.open', { time: dateAndTime(until) });
  return t('staff.proposal.confirmed', { who: personText(t, confirmedBy), time: dateAndTime(from) });
}

function factsOf(actTexts: ActWords, proposal: StaffProposal): (readonly [string, string])[] {
  const { t, numbers } = actTexts.texts;
  const { proposedBy, proposedAt, userId, reason, worth: value } = proposal;
  return [
    ...(value === null ? [] : [[t('staff.proposal.worth'), numbers.exact(value)] as const]),
    [t('staff.proposal.by'), `${personText(t, proposedBy)} · ${dateAndTime(proposedAt)}`],
    ...(userId === null ? [] : [[t('staff.user.id'), `#${userId}`] as const]),
    ...changesOf(actTexts, proposal),
    ...(reason === null ? [] : [[t('staff.reason'), storedText(t, reason)] as const]),
  ];
}

function useProposalActs(): Record<'confirm' | 'decline', (proposal: StaffProposal) => Act> {
  const actTexts = useActWords();
  const { t } = actTexts.texts;
  const [confirm] = useConfirmProposalMutation();
  const [decline] = useDeclineProposalMutation();
  return {
    confirm: (proposal) => ({
      title: `${t('staff.proposal.confirm')} – ${actText(actTexts, proposal.command)}`,
      consequence:
        proposal.waitMs === 0
          ? t('staff.proposal.at_once')
          : t('staff.proposal.waits', { time: dateAndTime(Date.now() + proposal.waitMs) }),
      approvalRule: 'told',
      details: factsOf(actTexts, proposal),
      confirm: t('staff.proposal.confirm'),
      successText: t('staff.proposal.confirm_done'),
      send: (_, clientId) => {
        const { proposal: id, digest } = proposal;
        return confirm({ clientId, proposal: id, digest });
      },
    }),
    decline: (proposal) => ({
      title: `${t('staff.proposal.decline')} – ${actText(actTexts, proposal.command)}`,
      consequence: t(
        proposal.command === 'RestoreStaff'
          ? 'staff.proposal.contradict_consequence'
          : 'staff.proposal.decline_consequence',
      ),
      approvalRule: 'told',
      details: factsOf(actTexts, proposal),
      fields: [reasonField(t)],
      confirm: t('staff.proposal.decline'),
      kind: 'bad',
      successText: t('staff.proposal.decline_done'),
      send: ({ reason }, clientId) => decline({ clientId, proposal: proposal.proposal, reason }),
    }),
  };
}
