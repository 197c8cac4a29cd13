import { act, fireEvent, screen, within } from '@testing-library/react';
import { bestAsk, confirm, fieldOf, figure, kind, send, showTerminal, startFresh, type } from '../testing/terminal';

startFresh();

const rowOf = (button: HTMLElement) => within(button.closest('tr') as HTMLElement).getAllByRole('cell');

describe('click on a book row', () => {
  it('takes the price, anywhere in the row', async () => {
    await showTerminal();
    type('Quantity', '0.5');
    for (const cell of rowOf(bestAsk())) {
      type('Price', '1');
      fireEvent.click(cell.querySelector('button') ?? cell);
      expect(figure('Price')).toBe('65010.25');
      expect(figure('Quantity')).toBe('0.5');
    }
  });

  it.each(['pointer', 'keys'])('takes the cumulative quantity too with Shift, by %s', async (means) => {
    await showTerminal();
    const row = within(screen.getByRole('table', { name: 'Asks' })).getByRole('button', { name: '65,010.25' });
    if (means === 'keys') fireEvent.keyDown(row, { key: 'Enter', shiftKey: true });
    else fireEvent.click(rowOf(row)[1], { shiftKey: true });
    expect([figure('Price'), figure('Quantity')]).toEqual(['65010.25', '0.125']);
    expect([figure('Price', 'Sell'), figure('Quantity', 'Sell')]).toEqual(['65010.25', '0.125']);
  });

  it('is applied once: later input stays, despite polls', async () => {
    const { poll } = await showTerminal();
    fireEvent.click(bestAsk());
    type('Price', '60000');
    type('Quantity', '1.5');
    await poll();
    await poll();
    expect([figure('Price'), figure('Quantity')]).toEqual(['60000', '1.5']);
  });

  it('does not change the amount of a market buy', async () => {
    const { poll, placed } = await showTerminal();
    fireEvent.click(bestAsk(), { shiftKey: true });
    kind('Market');
    type('Total', '5000');
    fireEvent.click(bestAsk());
    await poll();
    send();
    await confirm();
    expect(placed()).toMatchObject([{ side: 'buy', kind: 'market', quoteAmount: '5000' }]);
  });

  it('is not applied again after a resize', async () => {
    const { resize } = await showTerminal();
    fireEvent.click(bestAsk(), { shiftKey: true });
    type('Price', '60000');
    type('Quantity', '0.25');
    await resize(false);
    await resize(true);
    expect([figure('Price'), figure('Quantity')]).toEqual(['60000', '0.25']);
  });
});

describe('keys B and S', () => {
  it.each(['Buy', 'Sell'] as const)('focus the fields of their side: %s', async (side) => {
    await showTerminal();
    act(() => void fireEvent.keyDown(window, { key: side[0].toLowerCase() }));
    expect(document.activeElement).toBe(fieldOf('Price', side));
    // Esc leaves the field.
    act(() => void fireEvent.keyDown(fieldOf('Price', side), { key: 'Escape' }));
    expect(document.activeElement).toBe(document.body);
  });
});
