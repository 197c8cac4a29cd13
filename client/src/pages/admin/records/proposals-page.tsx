/** What takes two and waits, and what one person did alone. */
import { useEffect, useState } from 'react';
import type { OwnStaff, StaffProposal } from '../../../../../shared/wire/staff';
import {
  useConfirmProposalMutation,
  useDeclineProposalMutation,
  useStaffProposalsQuery,
} from '../../../entities/staff/staff-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { reasonField } from '../../../features/staff-act/fields';
import { spanText } from '../../../features/staff-act/takes';
import { keptText } from '../../../shared/i18n/kept-text';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { FetchedList } from '../../../shared/ui/lists/fetched-list';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';
import { ActsOfOne } from './acts-of-one';
import { actText, changesOf, subjectText, whoText } from './proposal-words';
import styles from './proposals-page.module.css';
import { Refresh } from '../parts/refresh';

/** What others propose or do meanwhile shows within this time. */
const POLL_MS = 15_000;
const TICK_MS = 10_000;
const KINDS = { money: 'warning', restore: 'good', change: 'level' } as const;

export function ProposalsPage({ own }: { own: OwnStaff }) {
  const now = useClock();
  return (
    <>
      <Proposals own={own} now={now} />
      <ActsOfOne own={own} now={now} pollMs={POLL_MS} />
    </>
  );
}

/** The time, told often enough for what is left of minutes. */
function useClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What one of staff proposed and another has to confirm, or what waits for its time, the oldest first. */
function Proposals({ own, now }: { own: OwnStaff; now: number }) {
  const { say } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useStaffProposalsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
  });
  const acts = useProposalActs();
  return (
    <Panel
      title={say('staff.section.proposals')}
      level={1}
      lead={say('staff.proposals.lead')}
      actions={<Refresh onPress={refetch} />}
    >
      <FetchedList {...{ data, error }} onRetry={() => void refetch()} empty={say('staff.proposals.none')}>
        {(proposals) => (
          <ul className={styles.list}>
            {oldestFirst(proposals).map((proposal) => (
              <Item key={proposal.proposal} {...{ own, now, proposal, acts }} onAct={setAct} />
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
  own: OwnStaff;
  now: number;
  proposal: StaffProposal;
  acts: ReturnType<typeof useProposalActs>;
  onAct: (act: Act) => void;
}

function Item({ own, now, proposal, acts, onAct }: ItemProps) {
  const texts = useTexts();
  const { say } = texts;
  const { proposedBy, userId, right, from, until, command, kind } = proposal;
  const subject = proposal.subject === null ? null : subjectText(say, proposal.subject);
  const left = (from ?? until) - now;
  const mayAct = own.role === 'admin' && own.rights.includes(right);
  const isTheirs = proposedBy === own.userId || userId === own.userId;
  return (
    <li className={styles.item} aria-label={`${actText(say, command)} #${proposal.proposal}`}>
      <div className={styles.head}>
        <b>{actText(say, command)}</b>
        {subject !== null && <span className={styles.subject}>{subject}</span>}
        <Mark kind={KINDS[kind]} text={say(`staff.proposal.kind.${kind}`)} />
        <span className={styles.muted}>#{proposal.proposal}</span>
        <span className={styles.state} data-kind={from === null ? 'open' : 'confirmed'}>
          {stateOf(say, proposal)}
          {left > 0 && ` · ${say('staff.proposal.left', { time: spanText(texts, left) })}`}
        </span>
      </div>
      <dl className={styles.facts}>
        {factsOf(texts, proposal).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayAct && (
        <div className={styles.acts}>
          {from === null && !isTheirs && (
            <Button onClick={() => onAct(acts.confirm(proposal))}>{say('staff.proposal.confirm')}</Button>
          )}
          {isTheirs && <span className={styles.muted}>{say('staff.proposal.own')}</span>}
          <Button onClick={() => onAct(acts.decline(proposal))}>{say('staff.proposal.decline')}</Button>
        </div>
      )}
    </li>
  );
}

function stateOf(say: Texts['say'], { from, confirmedBy, until }: StaffProposal): string {
  if (from === null || confirmedBy === null) return say('staff.proposal.open', { time: dateAndTime(until) });
  return say('staff.proposal.confirmed', { who: whoText(say, confirmedBy), time: dateAndTime(from) });
}

function factsOf(texts: Texts, proposal: StaffProposal): (readonly [string, string])[] {
  const { say, numbers } = texts;
  const { proposedBy, proposedAt, userId, reason, worth } = proposal;
  return [
    ...(worth === null ? [] : [[say('staff.proposal.worth'), numbers.exact(worth)] as const]),
    [say('staff.proposal.by'), `${whoText(say, proposedBy)} · ${dateAndTime(proposedAt)}`],
    ...(userId === null ? [] : [[say('staff.user.id'), `#${userId}`] as const]),
    ...changesOf(texts, proposal),
    ...(reason === null ? [] : [[say('staff.reason'), keptText(say, reason)] as const]),
  ];
}

function useProposalActs(): Record<'confirm' | 'decline', (proposal: StaffProposal) => Act> {
  const texts = useTexts();
  const { say } = texts;
  const [confirm] = useConfirmProposalMutation();
  const [decline] = useDeclineProposalMutation();
  return {
    confirm: (proposal) => ({
      title: `${say('staff.proposal.confirm')} – ${actText(say, proposal.command)}`,
      consequence:
        proposal.waitMs === 0
          ? say('staff.proposal.at_once')
          : say('staff.proposal.waits', { time: dateAndTime(Date.now() + proposal.waitMs) }),
      takes: 'told',
      facts: factsOf(texts, proposal),
      confirm: say('staff.proposal.confirm'),
      done: say('staff.proposal.confirm_done'),
      send: (_, clientId) => {
        const { proposal: id, digest } = proposal;
        return confirm({ clientId, proposal: id, digest });
      },
    }),
    decline: (proposal) => ({
      title: `${say('staff.proposal.decline')} – ${actText(say, proposal.command)}`,
      consequence: say(
        proposal.command === 'RestoreStaff'
          ? 'staff.proposal.contradict_consequence'
          : 'staff.proposal.decline_consequence',
      ),
      takes: 'told',
      facts: factsOf(texts, proposal),
      fields: [reasonField(say)],
      confirm: say('staff.proposal.decline'),
      kind: 'bad',
      done: say('staff.proposal.decline_done'),
      send: ({ reason }, clientId) => decline({ clientId, proposal: proposal.proposal, reason }),
    }),
  };
}
