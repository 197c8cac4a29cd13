import { render } from '@testing-library/react';
import fc from 'fast-check';
import { MemoryRouter } from 'react-router';
import { markupFaults } from '../../../../shared/articles/article-markup';
import { CONFIG_DEFAULTS } from '../../../../shared/rules/site-config';
import { isArticleLink } from '../../../../shared/products/identity/rules/links';
import { Markdown } from './markdown';

const HOSTS = ['a.example'];
jest.mock('../entities/config/config-api', () => ({
  useDeskConfig: () => ({ ...CONFIG_DEFAULTS, link_hosts: HOSTS.join(', ') }),
}));

function shown(text: string): HTMLElement {
  const { container } = render(
    <MemoryRouter>
      <Markdown text={text} />
    </MemoryRouter>,
  );
  return container;
}

const linksIn = (page: HTMLElement): string[] =>
  [...page.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');

/** Random mix of Markdown marks and URLs of every kind. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '\\',
      '`',
      '```\n',
      '~~~\n',
      '\n',
      '\n\n',
      '   ',
      '    ',
      '\t',
      '> ',
      '- ',
      '1. ',
      '# ',
      '## ',
      '===\n',
      '|',
      '|-|\n',
    ],
    ...[
      '[',
      ']',
      '(',
      ')',
      '](',
      '![',
      '<',
      '>',
      '"',
      '*',
      '**',
      '_',
      '~~',
      '&',
      '&#',
      ';',
      '&lt;',
      '&#106;',
      '&colon;',
      '[a]: ',
    ],
  ),
  fc.constantFrom(
    ...[
      '/help',
      '/securityLink#x',
      '/recover',
      '//evil.example',
      '/\\evil.example',
      'https://a.example/x',
      'http://a.example',
    ],
    ...[
      'https://evil.example',
      'https://xn--pple-43d.com',
      'javascript:alert(1)',
      'data:text/html,x',
      'mailto:a@evil.example',
    ],
    ...[
      'www.evil.example',
      'a@b.example',
      '\u202e',
      '\u200b',
      '<b>',
      '<img src=x>',
      '<a href="//evil.example">',
      '<!--',
      '#top',
    ],
  ),
  fc.string({ maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const linked = fc
  .tuple(text, piece, text, fc.constantFrom('', '\\', '`', '> ', '- ', '1. a\n\n   ~~~\n   b\n\n'))
  .map(([words, to, after, before]) => `${before}[${words}](${to})${before}${after}`);

describe('rendered Markdown', () => {
  it('has only permitted links and no images, extra h1 or HTML for any input', () => {
    fc.assert(
      fc.property(fc.oneof(text, linked), (written) => {
        const page = shown(written);
        expect(linksIn(page).filter((link) => !isArticleLink(link, HOSTS))).toEqual([]);
        expect(page.querySelectorAll('img, h1, script, b, iframe, style')).toHaveLength(0);
        const outer = [...page.querySelectorAll('a[target]')].map((link) => link.getAttribute('rel'));
        expect(outer.every((rel) => rel === 'noopener noreferrer')).toBe(true);
      }),
      { seed: 34, numRuns: 500 },
    );
  });

  it('renders valid links as links', () => {
    const written = '[a](/help) <https://a.example/x> [b](#top) `[c](/code)` \\[d](/escaped)';
    expect(markupFaults(written, HOSTS)).toEqual([]);
    expect(linksIn(shown(written))).toEqual(['/help', 'https://a.example/x', '#top']);
  });

  it('keeps the text of removed markup', () => {
    const page = shown(
      '# Title\n\n[Verify](//evil.example/login), [log in](/securityLink), ![a cat](/cat.png) <b>bold</b>',
    );
    expect([linksIn(page), page.textContent]).toEqual([[], 'TitleVerify, log in, a cat bold']);
  });

  it('shows overly nested text as typed', () => {
    const written = '> '.repeat(3_000);
    expect(shown(written).textContent).toBe(written);
  });

  it('supports tables, lists and chapters', () => {
    const page = shown('## One\n\n3. a\n4. b\n   - c\n\n## Two\n\n| x | y |\n|---|--:|\n| 1 | ~~2~~ |\n\n- [x] done');
    expect([...page.querySelectorAll('h2')].map(({ id }) => id)).toEqual(['section-1', 'section-2']);
    expect(page.querySelector('ol')?.getAttribute('start')).toBe('3');
    expect(page.querySelector('ol ul li')?.textContent).toBe('c');
    expect(page.querySelector<HTMLElement>('td:last-child')?.style.textAlign).toBe('right');
    expect(page.querySelector('td del')?.textContent).toBe('2');
    expect(page.textContent).toContain('☑ done');
  });
});
