/** What the desk says an act takes, before it is sent, is what the core asks for. */
import { COMMANDS } from '../../server/products/core';
import { LASTING_BRAKES, STAFF_COMMANDS } from '../../shared/rules/staff-kinds';

const kinds = Object.fromEntries(
  Object.entries(COMMANDS).flatMap(([command, row]) => {
    return 'staff' in row && row.staff ? [[command, row.staff.kinds] as const] : [];
  }),
);

describe('the kinds of what staff send', () => {
  it('are those of the rows of the core', () => {
    expect(STAFF_COMMANDS).toEqual(kinds);
  });

  it('name brakes that last among those that are brakes; what nothing can undo is one', () => {
    const brakes = Object.entries(kinds).filter(([, of]) => of.includes('brake'));
    const alone = brakes.filter(([, of]) => of.length === 1).map(([command]) => command);
    expect(brakes.map(([command]) => command)).toEqual(expect.arrayContaining([...LASTING_BRAKES]));
    expect([...LASTING_BRAKES]).toEqual(expect.arrayContaining(alone));
  });
});
