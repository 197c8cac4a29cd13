import type { Stop } from '../products/perpetual/core/stops/state';
import { createState } from '../products/core';
import { isOriginRepeatable } from './repeatable-origins';

const state = createState();
state.at = 1_800_000_000_000;
state.counters.order = 10;
state.wallet.counters = { withdrawal: 3, recharge: 5, transfer: 1 };
state.staff.next = 4;
state.stops.stops.set(7, { id: 7, trigger: 64_000 } as Stop);

const again = (origins: readonly string[], agreed = 100): string[] =>
  origins.filter((origin) => isOriginRepeatable(origin, state, agreed));

it('a stop that waits for another event, or whose number is reused, may be notified again', () => {
  expect(again(['stop/6/64000', 'stop/7/64000', 'stop/7/64100', 'stop/10/64000'])).toEqual([
    'stop/7/64100',
    'stop/10/64000',
  ]);
});

it('entries that wait for staff go by their numbers', () => {
  expect(
    again([
      ...['overdue/recharge/4/waits/1', 'overdue/recharge/5/waits/1'],
      ...['overdue/proposal/3/waits/1', 'overdue/proposal/4/waits/1'],
      ...['overdue/withdrawal/2/paying/1', 'overdue/withdrawal/12/applied/1', 'overdue/feedback/9/waits/1'],
    ]),
  ).toEqual(['overdue/recharge/5/waits/1', 'overdue/proposal/4/waits/1', 'overdue/withdrawal/12/applied/1']);
});

it('of another journal, only origins numbered by the relational database stay', () => {
  const ours = ['verification/1/passed', 'overdue/verification/1/waits/1', 'recovery/1/finished', 'feedback/answer/1'];
  const theirs = [
    ...['journal/0', 'journal/0/1', 'margin/1/70/0', 'margin/1/USDT/70/0', 'orders/1/1/order.filled', 'stop/1/1'],
    ...['overdue/withdrawal/1/applied/1', 'overdue/recharge/1/waits/1', 'overdue/proposal/1/waits/1', 'referral/1/1'],
  ];
  expect(again([...ours, ...theirs], -1)).toEqual(theirs);
});
