import type { Mutant } from './mutant';

export const ROBOT: readonly Mutant[] = [
  {
    name: 'robot-fee-kept',
    rule: 'What the fee takes of a purchase the robot does not have.',
    find: 'step.base += lots - fee;',
    put: 'step.base += lots;',
    suites: ['robot'],
  },
  {
    name: 'robot-sold-below-cost',
    rule: 'What is sold has cost its share of the average, up.',
    find: 'return (cost * sold + base - 1n) / base;',
    put: 'return (cost * sold) / base;',
    suites: ['robot', 'shared/rules/robot/result'],
  },
  {
    name: 'robot-of-frozen-goes-on',
    rule: 'A robot of a frozen account stops by itself.',
    find: "if (refuseTrader(view, user)) return 'account_frozen';",
    put: "if (refuseTrader(view, user) && market === '') return 'account_frozen';",
    suites: ['robot'],
  },
  {
    name: 'robot-buys-at-offer',
    rule: 'A purchase of a robot rests below the best offer.',
    find: 'price < offer',
    put: 'price <= offer',
    suites: ['robot'],
  },
  {
    name: 'robot-orders-beyond',
    rule: 'A robot places no more than the limit of open orders leaves room for.',
    find: 'const room = openOrdersMax - (view.members',
    put: 'const room = 2 * openOrdersMax - (view.members',
    suites: ['robot'],
  },
  {
    name: 'robot-stops-late',
    rule: 'A robot stops where its value is exactly the limit.',
    find: 'const price = ((room + 1n) * measure.under - 1n) / (base * measure.over);',
    put: 'const price = (room * measure.under - 1n) / (base * measure.over);',
    suites: ['robot', 'shared/rules/robot/result'],
  },
  {
    name: 'robot-stake-spent',
    rule: 'What a robot holds for an order is a part of its stake.',
    find: "const from = side === 'buy' ? stake.quoteHold : stake.baseHold;",
    put: "const from = side === 'buy' ? stake.baseHold : stake.quoteHold;",
    suites: ['robot'],
  },
  {
    name: 'robot-cap-by-robot',
    rule: 'The most of a user counts all running robots of a market.',
    find: "return staked > userMax ? reject('robot.cap.user'",
    put: "return amount > userMax ? reject('robot.cap.user'",
    suites: ['robot'],
  },
  {
    name: 'robot-key-of-others',
    rule: 'A robot starts with the key of its user.',
    find: "if (key?.hash !== keyHash) return reject('secret.key.wrong');",
    put: "if (key && key.hash !== keyHash) return reject('secret.key.wrong');",
    suites: ['robot'],
  },
  {
    name: 'robot-two-grids',
    rule: 'Each step of a grid has to earn more than its two fees.',
    find: 'return received - feeOf(received, feePpb) > paid;',
    put: 'return received > paid;',
    suites: ['robot', 'shared/rules/robot/grid'],
  },
];
