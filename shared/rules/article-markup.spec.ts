import { markupFaults } from './article-markup';
import { configFault, CONFIG_DEFAULTS, CONFIG_KEYS, DEMO_CONFIG } from './desk-config';
import { isArticleLink, isOfferedLink, isOwnPath, isSecureLink } from './links';

describe('links', () => {
  it.each(['/', '/helpCenter?q=a&b=1#top', '/legalStatement#section-3'])('%s is a page of ours', (link) => {
    expect([isOwnPath(link), isOfferedLink(link), isArticleLink(link)]).toEqual([true, true, true]);
  });

  it.each(['https://open-exchange.example', 'https://a.example:8443/x?y=1#z', 'HTTPS://A.EXAMPLE'])(
    '%s is secure',
    (link) => {
      expect([isSecureLink(link), isOfferedLink(link), isArticleLink(link)]).toEqual([true, true, true]);
    },
  );

  it.each(['#section-2', 'mailto:help@a.example'])('%s is for articles alone', (link) => {
    expect([isOfferedLink(link), isArticleLink(link)]).toEqual([false, true]);
  });

  it.each([
    '',
    'help',
    '//evil.example',
    '/\\evil.example',
    '/a b',
    '/"onclick="x',
    'http://a.example',
    'https://',
    'https://user@evil.example',
    'https://a.example/<b>',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'mailto:',
    'mailto:a@b.example?bcc=c@d.example',
    `/${'x'.repeat(300)}`,
  ])('ASVS 1.2.2: %j is none', (link) => expect([isOfferedLink(link), isArticleLink(link)]).toEqual([false, false]));
});

describe('the markup of articles', () => {
  it.each([
    '## When\n\nFrom **ten** to *eleven*, 5 < 6 and a<5.',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '- [help](/helpCenter)\n- [elsewhere](https://a.example "title")\n- <https://a.example>\n- [up](#section-1)',
    'See [the fees][1].\n\n[1]: /rateStandard',
    '`<b>` and ``a ` <i>`` are code.',
    '```html\n<script>alert(1)</script>\n[x](javascript:y)\n```\n\nThen text.',
  ])('may be %j', (text) => expect(markupFaults(text)).toEqual([]));

  it.each([
    ['<b>a</b>', ['markup.html']],
    ['a <!-- b', ['markup.html']],
    ['</p>', ['markup.html']],
    ['`a` <i> `b`', ['markup.html']],
    ['```\ncode\n```\n<b>', ['markup.html']],
    ['![](/x.png)', ['markup.image']],
    ['# One', ['markup.heading']],
    ['One\n===', ['markup.heading']],
    ['[a](//evil.example)', ['markup.link']],
    ['[a]( javascript:x )', ['markup.link']],
    ['[a](\njavascript:x)', ['markup.link']],
    ['[a](<javascript:x>)', ['markup.link']],
    ['[a][b]\n\n [b]: data:x', ['markup.link']],
    ['go to www.evil.example', ['markup.link']],
    ['<a href="javascript:x">![y](z)</a>\n# h', ['markup.html', 'markup.image', 'markup.heading', 'markup.link']],
  ])('may not be %j', (text, faults) => expect(markupFaults(text)).toEqual(faults));
});

describe('the settings of the desk', () => {
  it('may be what they begin with, what the demo has, and nothing', () => {
    for (const key of CONFIG_KEYS)
      for (const value of [CONFIG_DEFAULTS[key], DEMO_CONFIG[key], ''])
        expect([key, configFault(key, value)]).toEqual([key, null]);
  });

  it('of the demo offer every entry', () => {
    const without = CONFIG_KEYS.filter((key) => DEMO_CONFIG[key] === '');
    expect(without).toEqual(['about_year', 'invitation_required']);
  });
});
