import { readdirSync } from 'node:fs';
import path from 'node:path';
import { render } from '@testing-library/react';
import { CoinIcon } from './coin-icon';
import { coinName, coinPicture, NAMES } from './coins';

describe('coin icon', () => {
  it('has an empty alt text', () => {
    const { container } = render(<CoinIcon symbol="BTC" size={24} />);
    const picture = container.querySelector('img');
    expect(picture?.getAttribute('src')).toMatch(/\/pictures\/btc\.svg$/);
    expect(picture?.getAttribute('alt')).toBe('');
    expect(picture?.getAttribute('width')).toBe('24');
  });

  it('falls back to the first letter', () => {
    const { container } = render(<CoinIcon symbol="ΩMEGA" />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('');
    expect(container.querySelector('[aria-hidden]')?.getAttribute('data-letter')).toBe('Ω');
  });

  it('has a picture for each name and a name for each picture', () => {
    const pictures = readdirSync(path.join(__dirname, 'pictures')).map((file) => path.basename(file, '.svg'));
    expect(Object.keys(NAMES).map((symbol) => symbol.toLowerCase())).toEqual(pictures.sort());
  });

  it('ignores inherited object properties', () => {
    expect(coinPicture('constructor')).toBeNull();
    expect(coinName('toString')).toBeNull();
  });

  it.each([
    ['BTC', 'Bitcoin'],
    ['LINK', 'Chainlink'],
    ['USDT', 'Tether'],
    ['XRP', null],
    ['NOSUCH', null],
  ])('%s is called %s', (symbol, name) => {
    expect(coinName(symbol)).toBe(name);
  });

  it.each(['BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'ADA', 'DOGE', 'LTC', 'LINK', 'DOT', 'USDT', 'USD'])(
    'of demo coin %s has a picture',
    (symbol) => expect(coinPicture(symbol)).not.toBeNull(),
  );
});
