import { fireEvent, screen } from '@testing-library/react';
import { keptText } from '../shared/lib/storage/kept';
import { settle } from '../testing/settle';
import { showTerminal, startFresh } from '../testing/terminal';
import { wishesFrom } from './layout';

startFresh();

const grip = (panel: string) => screen.getByRole('button', { name: new RegExp(`^Move: ${panel} `) });
const seen = () =>
  [...document.querySelectorAll<HTMLElement>('[data-shown-panel]')].map(({ dataset }) => dataset.shownPanel);
const press = async (panel: string, key: string) => {
  grip(panel).focus();
  fireEvent.keyDown(grip(panel), { key });
  await settle();
};

describe('by the arrow keys', () => {
  it('a panel goes to the next place and back, the focus with it, and it is said where it is', async () => {
    await showTerminal();
    expect(seen()).toEqual(['chart', 'orders', 'book', 'form', 'trades']);
    await press('Chart', 'ArrowRight');
    expect(seen()).toEqual(['orders', 'chart', 'book', 'form', 'trades']);
    expect(document.activeElement).toBe(grip('Chart'));
    expect(screen.getByText('Chart: place 2 of 5')).toBeTruthy();
    await press('Chart', 'ArrowUp');
    expect(seen()).toEqual(['chart', 'orders', 'book', 'form', 'trades']);
  });

  it('a panel stays at the first place and at the last', async () => {
    await showTerminal();
    await press('Chart', 'ArrowLeft');
    await press('Latest trades', 'ArrowDown');
    expect(seen()).toEqual(['chart', 'orders', 'book', 'form', 'trades']);
    expect(keptText('trade.layout')).toBeNull();
  });

  it('it is kept, and taken back by a reset', async () => {
    await showTerminal();
    await press('Order book', 'ArrowRight');
    expect(wishesFrom(keptText('trade.layout') ?? '').moved).toEqual({ book: 'd', form: 'c' });
    fireEvent.click(screen.getByRole('button', { name: 'Trading settings' }));
    fireEvent.click(screen.getByRole('button', { name: 'Reset the panels', hidden: true }));
    await settle();
    expect(seen()).toEqual(['chart', 'orders', 'book', 'form', 'trades']);
  });
});

it('a terminal of one panel has nowhere to move it', async () => {
  localStorage.setItem(
    'trade.layout',
    JSON.stringify({ hidden: ['orders', 'book', 'form', 'trades', 'markets', 'info'] }),
  );
  await showTerminal();
  expect(seen()).toEqual(['chart']);
  expect(screen.queryByRole('button', { name: /^Move: / })).toBeNull();
});
