import { startsWith } from './version';

const PAGE = '<head><script type="module" crossorigin src="/assets/index-Ab12.js"></script></head>';

describe('the version that runs', () => {
  it('is current while the served page starts with its script', () => {
    expect(startsWith(PAGE, 'https://exchange.example/assets/index-Ab12.js')).toBe(true);
    expect(startsWith(PAGE, 'https://exchange.example/assets/index-Ab12.js?import#main')).toBe(true);
  });

  it('is old when another script, or one that only ends alike, has taken its place', () => {
    expect(startsWith(PAGE, 'https://exchange.example/assets/index-Zz99.js')).toBe(false);
    expect(startsWith(PAGE, 'https://exchange.example/assets/x-Ab12.js')).toBe(false);
  });
});
