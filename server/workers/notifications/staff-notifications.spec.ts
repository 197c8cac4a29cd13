import { OPERATOR } from '../../../shared/rules/staff-kinds';
import type { Batch, CoreEvent } from '../../core/event';
import { type CoreState } from '../../core/state';
import { createState } from '../../products/core';
import { databaseOf, noticesOf, rowsFrom } from '../../../test/tools/fixtures/notices';
import type { NotificationRows } from './notification-rows';

const ADMIN = 10_000_001;
const OTHER = 10_000_002;
const APPLIED: CoreEvent = { type: 'StaffApplied', proposal: 4, by: ADMIN };

function batchOf(first: number, ...events: CoreEvent[]): Batch {
  return { v: 2, first, at: 1, actor: 'system', command: { type: 'ApplyStaff' }, events };
}

function staffed(): CoreState {
  const state = createState();
  const person = { role: 'admin' as const, rights: ['staff' as const], approvesFrom: 0, until: null, scope: null };
  for (const user of [ADMIN, OTHER]) state.staff.people.set(user, person);
  return state;
}

function withProposal(): CoreState {
  const state = staffed();
  const facts = {
    command: 'SetStaff' as const,
    act: '{}',
    user: null,
    waits: true,
    worth: null,
    subject: null,
    before: '',
    after: '',
  };
  const times = { at: 0, until: 1, confirmedBy: OTHER, from: 1 };
  state.staff.proposals.set(4, { id: 4, by: ADMIN, ...facts, ...times });
  return state;
}

/** Messages to staff only. */
class StaffMessages {
  private readonly rows: NotificationRows;

  /** `older`: the stored message about a proposal that ended before the start. */
  constructor(state: CoreState, older?: object) {
    this.rows = rowsFrom(state, older && databaseOf(older));
  }

  async of(batch: Batch, isStored = true) {
    return (await noticesOf(batch, this.rows, isStored)).filter(({ key }) => /^staff|^withdrawals/.test(key));
  }
}

describe('notifications to staff', () => {
  it('exclude staff from before the journal recorded staff', async () => {
    const named = (user: number): CoreEvent => ({
      type: 'StaffNamed',
      user,
      role: 'admin',
      rights: 'staff',
      approvesFrom: 0,
    });
    const first = { type: 'StaffTold' } as CoreEvent;
    expect(await new StaffMessages(staffed()).of(batchOf(0, first, named(ADMIN), named(OTHER)))).toEqual([]);
    expect(await new StaffMessages(staffed()).of(batchOf(5, named(OTHER)))).toHaveLength(2);
  });

  it('are equal when repeated', async () => {
    const staff = new StaffMessages(withProposal());
    const facts = { proposal: '4', act: 'SetStaff', by: ADMIN };
    const told = await staff.of(batchOf(7, APPLIED), false);
    expect(told).toMatchObject([
      { user: ADMIN, key: 'staff.applied', facts },
      { user: OTHER, key: 'staff.applied', facts },
    ]);
    expect(await staff.of(batchOf(7, APPLIED))).toEqual(told);
  });

  it('of one person’s act report that it will end, and that it has ended', async () => {
    const staff = new StaffMessages(staffed());
    const acted = { type: 'StaffActed', act: 3, by: ADMIN, kind: 'brake', command: 'SetMarketState' } as const;
    const braked = await staff.of(batchOf(7, { ...acted, subject: 'market/BTC-USDT', until: 90, undo: '{}' }));
    expect(braked.map(({ user }) => user)).toEqual([ADMIN, OTHER]);
    expect(braked[0]).toMatchObject({
      key: 'staff.acted',
      facts: { act: 'SetMarketState', by: ADMIN, time: 90 },
    });
    const ended = await staff.of(batchOf(8, { type: 'StaffActUndone', act: 3 }));
    expect(ended[1]).toMatchObject({ key: 'staff.act.ended', facts: { act: 'SetMarketState', by: ADMIN } });
  });

  it('of one person’s act before the start report that it has ended', async () => {
    const state = staffed();
    const act = { id: 3, by: OTHER, kind: 'brake', command: 'SetMarketState', subject: 'market/BTC-USDT' } as const;
    state.staff.acts.set(3, { ...act, at: 0, until: 90, undo: '{}', ended: null });
    const [told] = await new StaffMessages(state).of(batchOf(8, { type: 'StaffActUndone', act: 3 }));
    expect(told).toMatchObject({ key: 'staff.act.ended', facts: { act: 'SetMarketState', by: OTHER } });
  });

  it('exclude single cases that one person decides', async () => {
    const acted = { type: 'StaffActed', act: 3, by: ADMIN, kind: 'brake', command: 'CancelOrder' } as const;
    expect(await new StaffMessages(staffed()).of(batchOf(7, { ...acted, subject: 'order/1' }))).toEqual([]);
  });

  it('of break-glass report the request and its effect', async () => {
    const staff = new StaffMessages(staffed());
    const facts = {
      command: 'RestoreStaff',
      act: '{"request":"a","user":7}',
      waits: 1,
      before: '{}',
      after: '{}',
    } as const;
    const asked = await staff.of(
      batchOf(
        7,
        { type: 'StaffProposed', proposal: 4, by: OPERATOR, user: 7, until: 90, ...facts },
        { type: 'StaffConfirmed', proposal: 4, by: OPERATOR, from: 90 },
      ),
    );
    expect(asked).toMatchObject([
      { user: ADMIN, key: 'staff.restore.asked', facts: { proposal: '4', user: 7, time: 90 } },
      { user: OTHER, key: 'staff.restore.asked' },
    ]);
    const restored = await staff.of(
      batchOf(
        9,
        { type: 'StaffApplied', proposal: 4, by: OPERATOR },
        { type: 'StaffNamed', user: 7, role: 'admin', rights: 'staff', approvesFrom: 0 },
        { type: 'StaffRestored', user: 7, request: 'a' },
      ),
    );
    expect(restored.map(({ user, key }) => [user, key])).toEqual([
      ...[ADMIN, OTHER, 7].map((user) => [user, 'staff.named']),
      ...[ADMIN, OTHER, 7].map((user) => [user, 'staff.restored']),
    ]);
  });

  it('of a freeze among staff are one message about both', async () => {
    const staff = new StaffMessages(staffed());
    const batch = batchOf(
      7,
      { type: 'AccountFrozen', user: OTHER, reason: 'h', with: ADMIN },
      { type: 'AccountFrozen', user: ADMIN, reason: 'h', with: OTHER },
    );
    const told = await staff.of({ ...batch, actor: `admin/${ADMIN}` });
    expect(told).toMatchObject([
      { user: ADMIN, key: 'staff.frozen.both', facts: { user: OTHER, by: ADMIN } },
      { user: OTHER, key: 'staff.frozen.both', facts: { user: OTHER, by: ADMIN } },
    ]);
    const user = await staff.of(batchOf(9, { type: 'AccountFrozen', user: 7, reason: 'h' }));
    expect(user).toEqual([]);
  });

  it('of many simultaneous stops are equal when repeated', async () => {
    const staff = new StaffMessages(staffed());
    const stops = Array.from({ length: 7 }, (_, difference): CoreEvent => {
      const facts = { comparison: 'chain.holdings', subject: '', asset: 'BTC', expected: 1n, found: 0n };
      return { type: 'WithdrawalsStopped', difference, ...facts };
    });
    const told = await staff.of(batchOf(7, ...stops), false);
    expect(told).toHaveLength(10);
    expect(await staff.of(batchOf(7, ...stops))).toEqual(told);
  });

  /** State at the start, with stops of withdrawals still to be notified. */
  function stoppedBy(...differences: readonly (readonly [id: number, at: number])[]): CoreState {
    const state = staffed();
    const facts = { comparison: 'chain.holdings', subject: '', asset: 'BTC', expected: 1n, found: 0n };
    for (const [id, at] of differences) state.drift.open.set(id, { id, at, ...facts });
    return state;
  }
  const stopped = (difference: number): CoreEvent => {
    const facts = { comparison: 'chain.holdings', subject: '', asset: 'BTC', expected: 1n, found: 0n };
    return { type: 'WithdrawalsStopped', difference, ...facts };
  };
  const keysOf = async (staff: StaffMessages, first: number, at: number, event: CoreEvent) =>
    (await staff.of({ ...batchOf(first, event), at })).map(({ key }) => key);

  it('of stops before the start cover each of the first ones', async () => {
    const staff = new StaffMessages(stoppedBy([3, 1], [4, 2], [5, 3], [6, 4], [7, 5], [8, 6]));
    const told: string[] = [];
    for (let id = 3; id <= 8; id++) told.push(...(await keysOf(staff, id, id - 2, stopped(id))));
    expect(told).toEqual(Array.from({ length: 10 }, () => 'withdrawals.stopped'));
  });

  it('report resumed withdrawals, even if they are stopped again at the start', async () => {
    const staff = new StaffMessages(stoppedBy([2, 9]));
    const lifted: CoreEvent = { type: 'WithdrawalsLifted', upTo: 1, reason: 'counted' };
    expect(await keysOf(staff, 7, 5, lifted)).toEqual(['withdrawals.lifted', 'withdrawals.lifted']);
    expect(await keysOf(staff, 8, 9, stopped(2))).toEqual(['withdrawals.stopped', 'withdrawals.stopped']);
  });

  it('do not report resumed withdrawals while another stop remains', async () => {
    const staff = new StaffMessages(stoppedBy([1, 3], [2, 4]));
    const lifted: CoreEvent = { type: 'WithdrawalsLifted', upTo: 1, reason: 'counted' };
    expect(await keysOf(staff, 7, 5, lifted)).toEqual([]);
  });

  it('name a proposal that was made and ended in the journal before the start', async () => {
    const older = { key: 'staff.proposed', facts: JSON.stringify({ proposal: '4', act: 'SetStaff', by: ADMIN }) };
    const staff = new StaffMessages(staffed(), older);
    const [told] = await staff.of(batchOf(7, { type: 'StaffConfirmed', proposal: 4, by: OTHER, from: 9 }));
    expect(told).toMatchObject({ key: 'staff.confirmed', facts: { proposal: '4', act: 'SetStaff', by: OTHER } });
    expect(await staff.of(batchOf(8, APPLIED))).toMatchObject([
      { facts: { proposal: '4', act: 'SetStaff', by: ADMIN } },
      { user: OTHER },
    ]);
  });
});
