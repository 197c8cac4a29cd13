import { loadsEntry } from './version';

const PAGE = '<head><script type="module" crossorigin src="/assets/index-Ab12.js"></script></head>';

describe('running version', () => {
  it('is current while the served page loads the same script', () => {
    expect(loadsEntry(PAGE, 'https://exchange.example/assets/index-Ab12.js')).toBe(true);
    expect(loadsEntry(PAGE, 'https://exchange.example/assets/index-Ab12.js?import#main')).toBe(true);
  });

  it('is outdated if the page loads a different script, even with the same suffix', () => {
    expect(loadsEntry(PAGE, 'https://exchange.example/assets/index-Zz99.js')).toBe(false);
    expect(loadsEntry(PAGE, 'https://exchange.example/assets/x-Ab12.js')).toBe(false);
  });
});
