import { outcomeTermsOf, type OutcomeTerms } from '../../../../kit/entities/contract/outcomes';
import { LIQUIDATION } from '../../../../testing/liquidation';
import { PERPETUAL, TAKER_PPB } from '../../../../testing/perpetual';
import { drawnMargin, marginPath, type MarginPoint } from './margin-path';

const TERMS = outcomeTermsOf(PERPETUAL, TAKER_PPB) as OutcomeTerms;
const BOX = { width: 100, height: 50, inset: 5 };

it('margin path has cover and requirement at each mark, until they meet', () => {
  const path = [
    { at: 0, mark: '60000' },
    { at: 60_000, mark: '57229.1' },
    { at: 70_000, mark: '57229' },
  ];
  expect(marginPath({ ...LIQUIDATION, path }, TERMS)).toEqual([
    { at: 0, mark: '60000', cover: '1515.675', requirement: '136.5' },
    { at: 60_000, mark: '57229.1', cover: '130.225', requirement: '130.1962025' },
    { at: 70_000, mark: '57229', cover: '130.175', requirement: '130.195975' },
  ]);
});

const point = (at: number, cover: string, requirement: string): MarginPoint => ({ at, mark: '1', cover, requirement });

it('drawn path uses one scale down to its end', () => {
  const drawn = drawnMargin([point(0, '90', '20'), point(50, '60', '20'), point(100, '-10', '20')], BOX);
  expect(drawn).toEqual({
    ...{ cover: 'M0 5L50 17L100 45', requirement: 'M0 33L50 33L100 33' },
    ...{ end: { x: 100, y: 45 }, highest: '90', lowest: '-10' },
  });
});

it('drawn path without movement is in the middle', () => {
  expect(drawnMargin([point(0, '5', '5'), point(1, '5', '5')], BOX)).toMatchObject({ cover: 'M0 25L100 25' });
});

it('drawn path needs two points in time', () => {
  expect(drawnMargin([], BOX)).toBeNull();
  expect(drawnMargin([point(0, '1', '1')], BOX)).toBeNull();
  expect(drawnMargin([point(3, '1', '1'), point(3, '2', '1')], BOX)).toBeNull();
});
