import { STAFF_RIGHTS } from '../../../../shared/rules/staff-rights';
import { pathOf, SECTION_NAMES, sectionsOf } from './sections';

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

  it('have a path by role', () => {
    expect(pathOf({ role: 'admin' }, 'overview')).toBe('/admin');
    expect(pathOf({ role: 'auditor' }, 'log')).toBe('/audit/log');
  });
});
