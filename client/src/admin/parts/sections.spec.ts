import type { AuditScope } from '../../../../shared/rules/audit-scope';
import { STAFF_RIGHTS } from '../../../../shared/rules/staff-rights';
import type { Route } from '../../../../shared/wire/route';
import { AREAS } from '../../../../server/routes';
import { allowedSections, narrowedOf, pathOf, SECTION_NAMES, sectionsOf, type SectionName } from './sections';

describe('desk sections', () => {
  it('are all available to an admin with all rights', () => {
    expect(sectionsOf({ role: 'admin', rights: [...STAFF_RIGHTS] })).toEqual(SECTION_NAMES);
  });

  it('are only overview and proposals for an admin without rights', () => {
    expect(sectionsOf({ role: 'admin', rights: [] })).toEqual(['overview', 'proposals']);
  });

  it('depend on single rights', () => {
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

  it('for an auditor are those readable without personal data', () => {
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

  it('for a restricted auditor are those within the audit scope', () => {
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
    const added = (scope: AuditScope) => allowedSections({ role: 'auditor', rights: [], scope }, brought, 1_000);
    expect([added({ users: [1], personal: 1 }), added({ assets: ['BTC'], personal: 1 })]).toEqual([brought, []]);
  });

  it('are restricted exactly like the routes they call', () => {
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

  it('have a path per role', () => {
    expect(pathOf({ role: 'admin' }, 'overview')).toBe('/admin');
    expect(pathOf({ role: 'auditor' }, 'log')).toBe('/audit/log');
  });
});
