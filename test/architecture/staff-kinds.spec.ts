/** The approval class that the desk shows for an act matches the core's. */
import { COMMANDS } from '../../server/products/core';
import { LASTING_BRAKES, STAFF_COMMANDS } from '../../shared/rules/staff-kinds';

const kinds = Object.fromEntries(
  Object.entries(COMMANDS).flatMap(([command, row]) => {
    return 'staff' in row && row.staff ? [[command, row.staff.kinds] as const] : [];
  }),
);

describe('approval classes of staff commands', () => {
  it('match the rows of the core', () => {
    expect(STAFF_COMMANDS).toEqual(kinds);
  });

  it('name lasting brakes only among brakes, including all without another class', () => {
    const brakes = Object.entries(kinds).filter(([, of]) => of.includes('brake'));
    const alone = brakes.filter(([, of]) => of.length === 1).map(([command]) => command);
    expect(brakes.map(([command]) => command)).toEqual(expect.arrayContaining([...LASTING_BRAKES]));
    expect([...LASTING_BRAKES]).toEqual(expect.arrayContaining(alone));
  });
});
