/**
 * Notifications to all staff: proposals and their outcome, acts of one person, changes of roles and rights,
 * break-glass, a freeze among staff, and stops of withdrawals.
 */
import { OPERATOR } from '../../../shared/rules/staff-kinds';
import type { MessageFacts } from '../../../shared/wire/messages-center';
import { actorId } from '../../core/actor';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import { staffNotification, subject, type NotificationContext } from './notification';

interface Act {
  act: string;
  by: number;
}

/** Later events contain only a proposal's number. */
export const PROPOSALS = subject('StaffProposed', {
  id: 'proposal',
  ends: ['StaffDeclined', 'StaffApplied', 'StaffLapsed'],
  facts: actIn,
  seed: ({ staff }) => [...staff.proposals].map(([id, proposal]) => [id, actIn(proposal)] as const),
  older: ({ database }, id) => notifiedProposal(database, id),
});

/** Acts of one person that lapse. Single cases are in the log. */
export const ACTS = subject('StaffActed', {
  id: 'act',
  ends: ['StaffActUndone', 'StaffActKept'],
  facts: (event) => (event.until === undefined ? undefined : actIn(event)),
  seed: ({ staff }) => [...staff.acts].map(([id, act]) => [id, actIn(act)] as const),
});

function actIn({ command: act, by }: { command: string; by: number }): Act {
  return { act, by };
}

async function proposalParams({ proposal }: { proposal: number }, { find }: NotificationContext) {
  return { proposal: String(proposal), ...((await find(PROPOSALS, proposal)) ?? { act: '', by: 0 }) };
}

const isByOperator = ({ by }: { by?: number }) => by === OPERATOR;
const isByStaff = ({ by }: { by?: number }) => by !== OPERATOR;

export const STAFF_NOTIFICATIONS = [
  staffNotification('StaffProposed', {
    key: 'staff.restore.asked',
    when: isByOperator,
    // Its effect time takes the place of other proposals' expiry.
    facts: ({ proposal, user = 0, until: time }) => ({ proposal: String(proposal), user, time }),
  }),
  staffNotification('StaffProposed', {
    key: 'staff.proposed',
    facts: (event) => ({ proposal: String(event.proposal), ...actIn(event) }),
  }),
  staffNotification('StaffConfirmed', {
    key: 'staff.confirmed',
    when: isByStaff,
    facts: async (event, context) => ({ ...(await proposalParams(event, context)), by: event.by, time: event.from }),
  }),
  staffNotification('StaffDeclined', {
    key: 'staff.declined',
    facts: async (event, context) => ({ ...(await proposalParams(event, context)), by: event.by }),
  }),
  // A restored admin has an event of its own.
  staffNotification('StaffApplied', { key: 'staff.applied', when: isByStaff, facts: proposalParams }),
  staffNotification('StaffRestored', { key: 'staff.restored', facts: ({ user }) => ({ user }) }),
  staffNotification('StaffLapsed', { key: 'staff.lapsed', facts: ({ proposal }) => ({ proposal: String(proposal) }) }),
  staffNotification('StaffActed', {
    key: 'staff.acted',
    when: ({ until }) => until !== undefined,
    facts: (event) => ({ ...actIn(event), time: event.until ?? 0 }),
  }),
  staffNotification('StaffActUndone', {
    key: 'staff.act.ended',
    when: async ({ act }, { find }) => (await find(ACTS, act)) !== undefined,
    facts: ({ act }, { getSubject }) => getSubject(ACTS, act),
  }),
  staffNotification('StaffNamed', {
    key: 'staff.named',
    // Staff listed when the journal first records staff are not news.
    when: (_, { batch }) => !batch.events.some(({ type }) => type === 'StaffTold'),
    facts: ({ user }) => ({ user }),
  }),
  // A freeze among staff is two events; the one of the acting person brings no second message.
  staffNotification('AccountFrozen', {
    key: 'staff.frozen.both',
    when: ({ user, with: by }, { batch }) => by !== undefined && user !== actorId(batch.actor),
    facts: ({ user, with: by = 0 }) => ({ user, by }),
  }),
  staffNotification('WithdrawalsStopped', {
    key: 'withdrawals.stopped',
    when: ({ difference }, { staff }) => staff.isAmongFirst(difference),
    facts: ({ comparison, asset }) => ({ comparison, asset }),
  }),
  staffNotification('WithdrawalsLifted', {
    key: 'withdrawals.lifted',
    when: ({ upTo }, { batch, staff }) => !staff.isStoppedAfter(upTo, batch.at),
    facts: () => ({}),
  }),
];

/** The proposal as staff were notified of it; undefined if the message is gone. */
export async function notifiedProposal({ sql }: Database<ExchangeTables>, proposal: number): Promise<Act | undefined> {
  const message = await sql
    .selectFrom('messages')
    .select(['key', 'facts'])
    .where('key', 'in', ['staff.proposed', 'staff.restore.asked'])
    .where('facts', 'like', `%"proposal":"${proposal}"%`)
    .limit(1)
    .executeTakeFirst();
  if (!message) return undefined;
  if (message.key === 'staff.restore.asked') return { act: 'RestoreStaff', by: OPERATOR };
  const { act, by } = JSON.parse(message.facts) as MessageFacts<'staff.proposed'>;
  return { act, by };
}
