import { render, screen } from '@testing-library/react';
import { followFaults, type Fault } from '../kit/faults/report';
import { startLanguage } from '../kit/i18n/i18n';
import { FailureBoundary } from './failure-boundary';

beforeAll(startLanguage);
// React logs every error that a boundary catches.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

function Screen({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new RangeError('a mistake of ours');
  return <h1>The screen</h1>;
}

const at = (place: string, isBroken: boolean) => (
  <FailureBoundary place={place}>
    <Screen isBroken={isBroken} />
  </FailureBoundary>
);

it('shows a fault on its own screen only and reports it with the path', () => {
  const told: Fault[] = [];
  const unfollow = followFaults((fault) => told.push(fault));
  const { rerender } = render(at('/accountSet/security', true));
  expect(screen.getByRole('alert').textContent).toContain('stopped because of an error');

  rerender(at('/accountSet/security', false));
  expect(screen.getByRole('alert')).toBeTruthy();
  rerender(at('/accountSet/passkeys', false));
  expect(screen.getByRole('heading', { name: 'The screen' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(told).toMatchObject([{ place: '/accountSet/security', kind: 'RangeError' }]);
  unfollow();
});
