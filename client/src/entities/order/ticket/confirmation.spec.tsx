import { fireEvent, render, screen } from '@testing-library/react';
import { startLanguage } from '../../../shared/i18n/i18n';
import { Confirmation } from './confirmation';

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

const onConfirm = jest.fn();
const onClose = jest.fn();

function show(isWarned: boolean): void {
  jest.clearAllMocks();
  const facts = [['Price', '641,640.00 USDT']];
  const terms = { facts, isWarned, onConfirm, onClose, skipKey: 'skip', side: 'buy', confirm: 'Buy BTC' } as const;
  render(<Confirmation {...terms} title="Buy BTC/USDT" />);
}

/** The browser gives the focus to what has the attribute. */
const first = () => document.querySelector('dialog [autofocus]')?.textContent;

describe('the confirmation of an order', () => {
  it('has the focus on the button that sends, and may be skipped from then on', () => {
    show(false);
    expect(first()).toBe('Buy BTC');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Do not ask again' }));
    fireEvent.click(screen.getByRole('button', { name: 'Buy BTC' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('skip')).toBe('on');
  });

  it('of one that it warns of has the focus on leaving it, names the button so, and is never skipped', () => {
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
