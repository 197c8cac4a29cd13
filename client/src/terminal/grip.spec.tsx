import { fireEvent, screen } from '@testing-library/react';
import { preferenceText } from '../kit/lib/storage/preferences';
import { settle } from '../testing/settle';
import { showTerminal, startFresh } from '../testing/terminal';
import { parseLayoutPreferences } from './layout';

startFresh();

const grip = (panel: string) => screen.getByRole('button', { name: new RegExp(`^Move: ${panel} `) });
const seen = () =>
  [...document.querySelectorAll<HTMLElement>('[data-shown-panel]')].map(({ dataset }) => dataset.shownPanel);
const press = async (panel: string, key: string) => {
  grip(panel).focus();
  fireEvent.keyDown(grip(panel), { key });
  await settle();
};

describe('with the arrow keys', () => {
  it('a panel moves to the next place and back, keeps the focus and announces its place', async () => {
    await showTerminal();
    expect(seen()).toEqual(['chart', 'orders', 'book', 'form', 'trades']);
    await press('Chart', 'ArrowRight');
    expect(seen()).toEqual(['orders', 'chart', 'book', 'form', 'trades']);
    expect(document.activeElement).toBe(grip('Chart'));
    expect(screen.getByText('Chart: place 2 of 5')).toBeTruthy();
    await press('Chart', 'ArrowUp');
    expect(seen()).toEqual(['chart', 'orders', 'book', 'form', 'trades']);
  });

  it('a panel stays in the first and the last place', async () => {
    await showTerminal();
    await press('Chart', 'ArrowLeft');
    await press('Latest trades', 'ArrowDown');
    expect(seen()).toEqual(['chart', 'orders', 'book', 'form', 'trades']);
    expect(preferenceText('trade.layout')).toBeNull();
  });

  it('a move is stored and undone by a reset', async () => {
    await showTerminal();
    await press('Order book', 'ArrowRight');
    expect(parseLayoutPreferences(preferenceText('trade.layout') ?? '').moved).toEqual({ book: 'd', form: 'c' });
    fireEvent.click(screen.getByRole('button', { name: 'Trading settings' }));
    fireEvent.click(screen.getByRole('button', { name: 'Reset the panels', hidden: true }));
    await settle();
    expect(seen()).toEqual(['chart', 'orders', 'book', 'form', 'trades']);
  });
});

it('a single panel cannot be moved', async () => {
  localStorage.setItem(
    'trade.layout',
    JSON.stringify({ hidden: ['orders', 'book', 'form', 'trades', 'markets', 'info'] }),
  );
  await showTerminal();
  expect(seen()).toEqual(['chart']);
  expect(screen.queryByRole('button', { name: /^Move: / })).toBeNull();
});
