import { firstTriggered } from './stop-triggers';

it.each([
  ['long', 'take_profit', 51],
  ['long', 'stop_loss', 59],
  ['short', 'take_profit', 59],
  ['short', 'stop_loss', 51],
] as const)('of a %s position the %s that is reached first guards it', (position, kind, expected) => {
  expect(firstTriggered(position, kind, [55, 51, 59])).toBe(expected);
  expect(firstTriggered(position, kind, [])).toBeNull();
});
