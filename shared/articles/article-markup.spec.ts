import { hasExternalLink, markupFaults } from './article-markup';

const HOSTS = ['a.example'];

describe('the markup of articles', () => {
  it.each([
    '## When\n\nFrom **ten** to *eleven*, 5 < 6 and a<5.',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '- [help](/helpCenter)\n- [elsewhere](https://a.example "title")\n- <https://a.example>\n- [up](#section-1)',
    'See [the fees][1].\n\n[1]: /rateStandard',
    '`<b>` and ``a ` <i>`` are code.',
    '```html\n<script>alert(1)</script>\n[x](javascript:y)\n```\n\nThen text.',
    // Plain words that resemble forbidden markup. Earlier versions refused them.
    'a <!-- b',
    '\\[x](javascript:alert(1)) and \\![i] and \\<b>',
    '    # no heading\n    <b>no tag</b>',
    '1. a\n\n   ```\n   [x](//evil.example) <b>\n   ```\n',
  ])('accepts %j', (text) => expect(markupFaults(text, HOSTS)).toEqual([]));

  it.each([
    ['<b>a</b>', ['markup.html']],
    ['a <!-- b -->', ['markup.html']],
    ['</p>', ['markup.html']],
    ['`a` <i> `b`', ['markup.html']],
    ['```\ncode\n```\n<b>', ['markup.html']],
    ['![](/x.png)', ['markup.image']],
    ['![a][b]\n\n[b]: /x.png', ['markup.image']],
    ['# One', ['markup.heading']],
    ['One\n===', ['markup.heading']],
    ['> - # One', ['markup.heading']],
    ['[a](//evil.example)', ['markup.link']],
    ['[a]( javascript:x )', ['markup.link']],
    ['[a](\njavascript:x)', ['markup.link']],
    ['[a](<javascript:x>)', ['markup.link']],
    ['[a](&#106;avascript&colon;x)', ['markup.link']],
    ['[a][b]\n\n [b]: data:x', ['markup.link']],
    ['go to www.evil.example', ['markup.link']],
    ['write to a@evil.example', ['markup.host']],
    ['[a](https://evil.example)', ['markup.host']],
    ['| a |\n|---|\n| [x](https://evil.example) |', ['markup.host']],
    ['[a](https://xn--pple-43d.com)', ['markup.link']],
    ['[a](/help\u202eCenter)', ['markup.link']],
    ['[a](/help&#x202e;Center)', ['markup.link']],
    ['[a](/securityLink#x)', ['markup.link']],
    ['<a href="javascript:x">![y](z)</a>\n\n# h', ['markup.html', 'markup.image', 'markup.heading']],
    // Text that resembles code, and was once taken for it.
    [
      'A \\`[x](javascript:alert(1)) [Verify your wallet](//evil.example/login) ![i](https://evil.example/x.gif)\\`',
      ['markup.image', 'markup.link'],
    ],
    [
      '1. a\n\n   ~~~\n   code\n\n[x](http://evil) ![i](/a.png) <b> \n\n# H1',
      ['markup.html', 'markup.image', 'markup.heading', 'markup.link'],
    ],
    [`${'> '.repeat(40)}a`, ['markup.depth']],
    ['> '.repeat(9_999), ['markup.depth']],
  ])('rejects %j', (text, faults) => expect(markupFaults(text, HOSTS)).toEqual(faults));

  it('tells whether one of its links leads to another site', () => {
    expect(['[a](/help)', '[a](#b)', '`https://a.example`', 'Words.'].map(hasExternalLink)).toEqual(
      Array(4).fill(false),
    );
    expect(['[a](https://a.example)', '- > https://a.example', 'a@a.example'].map(hasExternalLink)).toEqual(
      Array(3).fill(true),
    );
  });
});
