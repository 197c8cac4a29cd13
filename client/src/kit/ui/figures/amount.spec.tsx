import { cleanup, render } from '@testing-library/react';
import { chooseLanguage, startLanguage } from '../../i18n/i18n';
import { Amount, RoundedAmount } from './amount';
import { AssetScales } from './asset-scales';

beforeAll(startLanguage);
afterEach(() => chooseLanguage('en'));

const shown = (of: string, properties: { asset?: string; isSigned?: boolean } = {}) => {
  cleanup();
  const { container } = render(
    <AssetScales.Provider value={{ BTC: 8, USD: 2 }}>
      <Amount amount={of} {...properties} />
    </AssetScales.Provider>,
  );
  return { text: container.textContent, muted: container.querySelector('[data-muted]')?.textContent ?? '' };
};

describe('amount in a record', () => {
  it('has all decimals of its asset; trailing zeros after the fourth are muted', () => {
    expect(shown('1.5', { asset: 'BTC' })).toEqual({ text: '1.50000000', muted: '0000' });
    expect(shown('0.00016248', { asset: 'BTC' })).toEqual({ text: '0.00016248', muted: '' });
    expect(shown('0.000162', { asset: 'BTC' })).toEqual({ text: '0.00016200', muted: '00' });
    expect(shown('1234.5', { asset: 'USD' })).toEqual({ text: '1,234.50', muted: '' });
  });

  it('is never truncated, even for an unknown asset', () => {
    expect(shown('0.00016248')).toEqual({ text: '0.00016248', muted: '' });
    expect(shown('7', { asset: 'NEW' })).toEqual({ text: '7.0000', muted: '' });
    expect(shown('0.123', { asset: 'USD' }).text).toBe('0.123');
  });

  it('has a sign if it is a change', () => {
    expect(shown('0.1', { asset: 'BTC', isSigned: true }).text).toBe('+0.10000000');
    expect(shown('-0.1', { asset: 'BTC', isSigned: true }).text).toBe('-0.10000000');
    expect(shown('0', { asset: 'BTC', isSigned: true }).text).toBe('0.00000000');
  });

  it('follows the language', async () => {
    await chooseLanguage('ep');
    expect(shown('1234.5', { asset: 'BTC' })).toEqual({ text: '1.234,50000000', muted: '0000' });
  });
});

describe('amount in an overview', () => {
  it.each([
    ['1.23456789', '1.2345'],
    ['0.00002', '0.00002'],
    ['-3', '-3.0000'],
  ])('%s is shown as %s, with all digits in the tooltip', (of, text) => {
    cleanup();
    const { container } = render(<RoundedAmount amount={of} />);
    expect(container.textContent).toBe(text);
    expect(container.querySelector('span')?.title).toBe(of);
  });
});
