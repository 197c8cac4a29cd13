import type { Mutant } from './mutant';

export const REFERRAL: readonly Mutant[] = [
  {
    name: 'second-level-undocumented',
    rule: 'A second-level rebate goes to a different person, proved by the document.',
    find: 'if (indirectInviter && canBeRebated(indirectInviter, source))',
    put: 'if (indirectInviter)',
    suites: ['pinned'],
  },
  {
    name: 'first-level-undocumented',
    rule: 'A rebate goes to a different person, proved by the document.',
    find: 'if (directInviter && canBeRebated(directInviter, source))',
    put: 'if (directInviter)',
    suites: ['referral'],
  },
  {
    name: 'erased-rebated',
    rule: 'An erased account gets no rebate.',
    find: 'return !receiver.erased && receiver',
    put: 'return receiver',
    suites: ['referral'],
  },
  {
    name: 'related-rebated',
    rule: 'Trades between related accounts earn no rebate.',
    find: 'if (areRelated(members, maker, taker)) return;',
    put: 'if (maker.user === taker.user) return;',
    suites: ['referral'],
  },
  {
    name: 'rebates-just-half',
    rule: 'Both levels together are at most half.',
    find: 'level1Ppb + level2Ppb <= RATES_PPB_MAX',
    put: 'level1Ppb + level2Ppb <= 2 * RATES_PPB_MAX',
    suites: ['referral'],
  },
  {
    name: 'rebates-by-rates-of-now',
    rule: 'A day goes by the rates with which it began.',
    find: 'const tableAtStart = tableAt(tables, dayStart(dayOf(at)));',
    put: 'const tableAtStart = tableAt(tables, at);',
    suites: ['referral'],
  },
  {
    name: 'rebate-of-first-at-second',
    rule: 'The second level gets the rate of the second level.',
    find: 'level: 2, ratePpb: level2Ppb',
    put: 'level: 2, ratePpb: level1Ppb',
    suites: ['referral'],
  },
];
