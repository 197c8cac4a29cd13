import { renderHook } from '@testing-library/react';
import { isUnsure, useAttempt } from './use-attempt';

describe('an attempt', () => {
  const attempt = () => renderHook(() => useAttempt()).result.current;

  it('keeps its id until it is accepted, and the same wish is another one then', () => {
    const { idOf, accepted } = attempt();
    const first = idOf({ amount: '1' });
    expect(idOf({ amount: '1' })).toBe(first);
    accepted();
    expect(idOf({ amount: '1' })).not.toBe(first);
  });

  it('of another wish has another id', () => {
    const { idOf } = attempt();
    expect(idOf({ amount: '1' })).not.toBe(idOf({ amount: '2' }));
  });
});

it.each([
  [{ cause: 'network' }, true],
  [{ code: 'outcome.unknown' }, true],
  [{ code: 'balance.insufficient' }, false],
] as const)('nobody knows what became of %j: %j', (fault, unsure) => expect(isUnsure(fault)).toBe(unsure));
