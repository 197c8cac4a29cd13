import type { AuditScope } from '../../../../../shared/rules/audit-scope';
import { STAFF_RIGHTS } from '../../../../../shared/rules/staff-rights';
import type { Route } from '../../../../../shared/wire/route';
import { AREAS } from '../../../../../shared/wire/routes';
import { addedFor, narrowedOf, pathOf, SECTION_NAMES, sectionsOf, type SectionName } from './sections';

describe('the sections of the desk', () => {
  it('are all there for who holds every right', () => {
    expect(sectionsOf({ role: 'admin', rights: [...STAFF_RIGHTS] })).toEqual(SECTION_NAMES);
  });

  it('are the overview and what waits for two for an admin without rights', () => {
    expect(sectionsOf({ role: 'admin', rights: [] })).toEqual(['overview', 'proposals']);
  });

  it('follow the rights one by one', () => {
    expect(sectionsOf({ role: 'admin', rights: ['verification'] })).toEqual([
      'overview',
      'verifications',
      'recoveries',
      'proposals',
    ]);
    expect(sectionsOf({ role: 'admin', rights: ['recharges'] })).toEqual([
      'overview',
      'recharges',
      'limits',
      'proposals',
    ]);
    expect(sectionsOf({ role: 'admin', rights: ['staff'] })).toEqual([
      'overview',
      'staff',
      'proposals',
      'log',
      'journal',
      'evidence',
    ]);
  });

  it('of an auditor are what can be read without naming anybody', () => {
    expect(sectionsOf({ role: 'auditor', rights: [] })).toEqual([
      'overview',
      'risk',
      'users',
      'withdrawals',
      'recharges',
      'proposals',
      'log',
      'journal',
      'evidence',
    ]);
  });

  it('of an auditor are only those that their bounds leave open', () => {
    const of = (scope: AuditScope) => sectionsOf({ role: 'auditor', rights: [], scope }, 1_000);
    const whole = of({ personal: 0 });
    expect(whole).toEqual(sectionsOf({ role: 'auditor', rights: [] }));
    const without = (...closed: string[]) => whole.filter((name) => !closed.includes(name));
    expect(of({ users: [1], personal: 1 })).toEqual(without('risk', 'proposals'));
    expect(of({ assets: ['BTC'], personal: 1 })).toEqual(without('risk', 'proposals', 'log'));
    expect(of({ accounts: ['spot'], personal: 1 })).toEqual(
      without('risk', 'proposals', 'log', 'withdrawals', 'recharges'),
    );
    expect(of({ to: 999, personal: 1 })).toEqual(without('risk', 'proposals', 'users'));
    expect(of({ to: 1_001, personal: 1 })).toEqual(whole);
    const brought = [{ rights: [], isAudited: true, narrowed: ['users'] }] as const;
    const added = (scope: AuditScope) => addedFor({ role: 'auditor', rights: [], scope }, brought, 1_000);
    expect([added({ users: [1], personal: 1 }), added({ assets: ['BTC'], personal: 1 })]).toEqual([brought, []]);
  });

  it('are left open by what the calls of each are narrowed by', () => {
    const routes = Object.values(AREAS).flatMap((area): Route[] => Object.values(area));
    const calls = {
      ...{ overview: '/audit/overview', risk: '/audit/risk', users: '/audit/user/detail' },
      ...{ withdrawals: '/audit/withdraw/list', recharges: '/audit/recharge/list' },
      ...{ proposals: '/audit/staff/proposals', log: '/audit/staff/log', journal: '/audit/journal/ask' },
    };
    for (const [name, path] of Object.entries(calls)) {
      const route = routes.find((one) => one.path === `/exchange${path}`);
      expect([name, narrowedOf(name as SectionName)]).toEqual([name, route?.narrowed]);
      expect(route?.access).toBe('auditor');
    }
  });

  it('have a path by role', () => {
    expect(pathOf({ role: 'admin' }, 'overview')).toBe('/admin');
    expect(pathOf({ role: 'auditor' }, 'log')).toBe('/audit/log');
  });
});
