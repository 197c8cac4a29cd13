import { STAFF_RIGHTS } from '../../../../shared/rules/staff-rights';
import { pathOf, SECTION_NAMES, sectionsOf } from './sections';

describe('the sections of the desk', () => {
  it('are all there for who holds every right', () => {
    expect(sectionsOf({ role: 'admin', rights: [...STAFF_RIGHTS] })).toEqual(SECTION_NAMES);
  });

  it('are the overview alone for an admin without rights', () => {
    expect(sectionsOf({ role: 'admin', rights: [] })).toEqual(['overview']);
  });

  it('follow the rights one by one', () => {
    expect(sectionsOf({ role: 'admin', rights: ['verification'] })).toEqual(['overview', 'verifications']);
    expect(sectionsOf({ role: 'admin', rights: ['recharges'] })).toEqual(['overview', 'recharges', 'limits']);
    expect(sectionsOf({ role: 'admin', rights: ['staff'] })).toEqual(['overview', 'staff', 'log']);
  });

  it('of an auditor are what can be read without naming anybody', () => {
    expect(sectionsOf({ role: 'auditor', rights: [] })).toEqual([
      'overview',
      'users',
      'withdrawals',
      'recharges',
      'log',
    ]);
  });

  it('have a path by role', () => {
    expect(pathOf({ role: 'admin' }, 'overview')).toBe('/admin');
    expect(pathOf({ role: 'auditor' }, 'log')).toBe('/audit/log');
  });
});
