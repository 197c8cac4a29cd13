import { fireEvent, render, screen } from '@testing-library/react';
import { startLanguage } from '../../../i18n/i18n';
import { Confirmation } from './confirmation';

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

const onConfirm = jest.fn();
const onClose = jest.fn();

function show(isWarned: boolean): void {
  jest.clearAllMocks();
  const details = [['Price', '641,640.00 USDT']];
  const terms = { details, isWarned, onConfirm, onClose, skipKey: 'skip', side: 'buy', confirm: 'Buy BTC' } as const;
  render(<Confirmation {...terms} title="Buy BTC/USDT" />);
}

/** The browser focuses the element with `autofocus` when a dialog opens. */
const first = () => document.querySelector('dialog [autofocus]')?.textContent;

describe('order confirmation', () => {
  it('focuses the send button and can be skipped from then on', () => {
    show(false);
    expect(first()).toBe('Buy BTC');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Do not ask again' }));
    fireEvent.click(screen.getByRole('button', { name: 'Buy BTC' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('skip')).toBe('on');
  });

  it('with a warning focuses Cancel, labels the send button accordingly and cannot be skipped', () => {
    show(true);
    expect(first()).toBe('Cancel');
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([onClose, onConfirm].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    fireEvent.click(screen.getByRole('button', { name: 'Buy BTC anyway' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('skip')).toBeNull();
  });
});
