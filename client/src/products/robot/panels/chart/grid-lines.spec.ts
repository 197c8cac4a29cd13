import { gridPrices } from '../../../../../../shared/products/robot/rules/grid';
import { robot } from '../../../../testing/robot';
import { linesOfPrices, linesOfRobot } from './grid-lines';

const WORDS = { upper: 'up', lower: 'down', cost: 'paid' };

it('labels the two outer lines of a grid', () => {
  expect(linesOfPrices(['1', '2', '3'], WORDS)).toEqual([
    { price: '1', kind: 'edge', title: 'down' },
    { price: '2', kind: 'line', title: '' },
    { price: '3', kind: 'edge', title: 'up' },
  ]);
});

it('draws the robot’s lines at the rule’s prices, and its average cost', () => {
  const lines = linesOfRobot(robot({ lower: '100.01', upper: '100.11', lines: 4 }), '0.01', WORDS);
  const ticks = gridPrices({ lower: 10_001, upper: 10_011, lines: 4 });
  expect(lines.slice(0, 4).map(({ price }) => Math.round(Number(price) * 100))).toEqual(ticks);
  // 118 / 0.001996.
  expect(lines.at(-1)).toEqual({ price: '59118.23', kind: 'cost', title: 'paid' });
});

it('draws no average without a purchase', () => {
  expect(linesOfRobot(robot({ baseHeld: '0', cost: '0' }), '0.01', WORDS)).toHaveLength(11);
});
