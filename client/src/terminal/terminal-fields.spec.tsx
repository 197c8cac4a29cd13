import { act, fireEvent, screen, within } from '@testing-library/react';
import { chooseLanguage } from '../kit/i18n/i18n';
import { settle } from '../testing/settle';
import { bestAsk, confirm, fieldOf, figure, form, send, showTerminal, startFresh, type } from '../testing/terminal';

startFresh();

describe('order fields', () => {
  it('follow the last typed one: a typed total stays when the price changes', async () => {
    await showTerminal();
    type('Price', '50000');
    type('Total', '1000');
    expect(figure('Quantity')).toBe('0.02');
    fireEvent.click(bestAsk());
    expect([figure('Total'), figure('Quantity')]).toEqual(['1000', '0.01538']);
    type('Quantity', '0.02');
    type('Price', '60000');
    expect([figure('Total'), figure('Quantity')]).toEqual(['1200', '0.02']);
  });

  it('do not change with the balance; the slider shows their share of it', async () => {
    const { fund } = await showTerminal();
    type('Price', '50000');
    const slider = within(form('Buy')).getByRole<HTMLInputElement>('slider', { hidden: true });
    fireEvent.change(slider, { target: { value: '50' } });
    expect([figure('Quantity'), slider.value]).toEqual(['10', '50']);
    await fund('2000000', 2);
    expect([figure('Quantity'), slider.value]).toEqual(['10', '25']);
  });

  it('are reformatted in a new language and keep their values', async () => {
    const { placed } = await showTerminal();
    type('Price', '64000.5');
    type('Quantity', '1.25');
    await act(() => chooseLanguage('ep'));
    const comprar = screen.getByRole('form', { name: 'Comprar BTC', hidden: true });
    const values = within(comprar)
      .getAllByRole<HTMLInputElement>('textbox', { hidden: true })
      .map(({ value }) => value);
    expect(values).toEqual(['64.000,5', '1,25', '80.000,62']);
    await act(() => chooseLanguage('en'));
    send();
    await confirm();
    expect(placed()).toMatchObject([{ price: '64000.5', quantity: '1.25' }]);
  });
});

describe('number input', () => {
  it.each([
    ['en', '64,000.50', '1,234.5'],
    ['ep', '64.000,50', '1.234,5'],
    ['ep', '64000,50', '1234,5'],
  ] as const)('is read in the language’s format: %s %s', async (language, price, quantity) => {
    const { placed, fund } = await showTerminal();
    await fund('100000000', 2);
    await act(() => chooseLanguage(language));
    const [side, fields] =
      language === 'en'
        ? (['Buy BTC', ['Price', 'Quantity']] as const)
        : (['Comprar BTC', ['Precio', 'Cantidad']] as const);
    const buying = screen.getByRole('form', { name: side, hidden: true });
    for (const [index, text] of [price, quantity].entries()) {
      const field = within(buying).getByRole('textbox', { name: new RegExp(`^${fields[index]} `), hidden: true });
      fireEvent.change(field, { target: { value: text } });
    }
    fireEvent.click(within(buying).getByRole('button', { name: side, hidden: true }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: side }));
    await settle();
    expect(placed()).toMatchObject([{ price: '64000.5', quantity: '1234.5' }]);
  });

  it('is refused with an explanation and kept as typed if ambiguous', async () => {
    const { placed } = await showTerminal();
    type('Price', '60000');
    type('Quantity', '1,5');
    const field = fieldOf('Quantity');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['1,5', 'true']);
    expect(within(form('Buy')).getByText(/^Not clear/)).toBeTruthy();
    send();
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(within(form('Buy')).getByRole('button', { name: 'Use 1.5' }));
    expect(fieldOf('Quantity').value).toBe('1.5');
    expect(document.activeElement).toBe(fieldOf('Quantity'));
    send();
    await confirm();
    expect(placed()).toMatchObject([{ price: '60000', quantity: '1.5' }]);
  });

  it.each([
    ['Buy', '64000.509', '64000.5', /rounded down to 64,000.5\.$/],
    ['Sell', '64000.501', '64000.51', /rounded up to 64,000.51\.$/],
  ] as const)('is rounded to the safe side with a notice: %s at %s', async (side, typed, price, words) => {
    const { placed } = await showTerminal();
    type('Price', typed, side);
    type('Quantity', '0.123456789', side);
    expect(within(form(side)).getByText(words)).toBeTruthy();
    expect(within(form(side)).getByText(/rounded down to 0.12345\.$/)).toBeTruthy();
    send(side);
    await confirm();
    expect(placed()).toMatchObject([{ price, quantity: '0.12345' }]);
  });
});
