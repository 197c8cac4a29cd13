import { gainOf, partOf, worthOf } from './worth';

const RUNNING = {
  ...{ amount: '1000', quoteHeld: '400.5', baseHeld: '0.01', status: 'running' as const },
  ...{ returnedQuote: null, returnedBase: null },
};

it('worth is quote plus base at the index price', () => {
  expect(worthOf(RUNNING, '60000')).toBe('1000.5');
  expect(gainOf(RUNNING, '50000')).toBe('-99.5');
});

it('worth is null while a needed price is unknown', () => {
  expect(worthOf(RUNNING, null)).toBeNull();
  expect(gainOf(RUNNING, null)).toBeNull();
  expect(worthOf({ ...RUNNING, quoteHeld: '990', baseHeld: '0.0000' }, null)).toBe('990');
});

it('gain of an ended robot comes from the returned amounts', () => {
  const over = { ...RUNNING, status: 'ended' as const, quoteHeld: '0', baseHeld: '0', returnedQuote: '1010' };
  expect(gainOf({ ...over, returnedBase: '0' }, null)).toBe('10');
});

it('return is a truncated ratio to the stake', () => {
  expect(partOf('-99.5', '1000')).toBe('-0.0995');
});
